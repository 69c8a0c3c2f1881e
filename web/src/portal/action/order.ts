// The order of actions, and the line between the two phases that they cross. Pure.

export interface Placed {
  id: number;
  isPhaseOne: boolean;
}

/** First those of the first phase, then those of the second: as they run. */
export function asRun<T extends Placed>(actions: readonly T[]): T[] {
  return [...actions.filter((one) => one.isPhaseOne), ...actions.filter((one) => !one.isPhaseOne)];
}

/** Where the line stands: before the first action of the second phase. */
export function lineAt(actions: readonly Placed[]): number {
  return actions.filter((one) => one.isPhaseOne).length;
}

/**
 * One step up or down. At the line an action crosses it without passing another: its place stays, its phase changes.
 * Null when there is nowhere to go.
 */
export function step<T extends Placed>(actions: readonly T[], id: number, way: -1 | 1): T[] | null {
  const index = actions.findIndex((one) => one.id === id);
  const moved = actions[index];
  if (moved === undefined) return null;
  const line = lineAt(actions);
  const crosses = way === 1 ? moved.isPhaseOne && index === line - 1 : !moved.isPhaseOne && index === line;
  if (crosses) return actions.map((one) => (one.id === id ? { ...one, isPhaseOne: !one.isPhaseOne } : one));
  const other = index + way;
  if (other < 0 || other >= actions.length) return null;
  const next = [...actions];
  [next[index], next[other]] = [next[other] as T, moved];
  return next;
}

/**
 * Puts an action at a slot of the drawn list, in which the line has a slot of its own: with two actions in the first phase
 * the slots are 0, 1, line, 3 and so on.
 */
export function drop<T extends Placed>(actions: readonly T[], id: number, slot: number): T[] {
  const moved = actions.find((one) => one.id === id);
  if (moved === undefined) return [...actions];
  const rest = actions.filter((one) => one.id !== id);
  const line = lineAt(rest);
  const drawn: (T | null)[] = [...rest.slice(0, line), null, ...rest.slice(line)];
  drawn.splice(Math.max(0, Math.min(slot, drawn.length)), 0, moved);
  const place = drawn.indexOf(null);
  return drawn.flatMap((one, index) =>
    one === null ? [] : [one === moved ? { ...one, isPhaseOne: index < place } : one],
  );
}

/** What is said when an action has moved. */
export function placeWords(actions: readonly (Placed & { name: string })[], id: number): string {
  const index = actions.findIndex((one) => one.id === id);
  const one = actions[index];
  if (one === undefined) return "";
  return `“${one.name}” is now number ${index + 1} of ${actions.length}, in the ${one.isPhaseOne ? "first" : "second"} phase.`;
}
