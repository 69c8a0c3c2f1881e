// The list of a combobox. Pure.

export interface ComboboxOption {
  value: string;
  note: string;
}

const MAX_SHOWN = 200;

/** The options that contain every typed word, in the value or in the note. Those whose value starts with the text come first. */
export function matchingOptions(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = options.filter(({ value, note }) => {
    const searched = `${value} ${note}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const isFirst = ({ value }: ComboboxOption) => value.toLowerCase().startsWith(text.toLowerCase());
  return [...found.filter(isFirst), ...found.filter((option) => !isFirst(option))].slice(0, MAX_SHOWN);
}

/** The position after an arrow key; it continues at the other end. */
export function movedPosition(position: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (position === -1) return step === 1 ? 0 : count - 1;
  return (position + step + count) % count;
}
