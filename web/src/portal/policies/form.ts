import { html, type nothing, type TemplateResult } from "lit";
import type { Policy, PolicyInput, PolicyRing } from "../../data/policy.ts";
import { formNotice, textField } from "../ui/field.ts";
import type { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { policyText } from "./text.ts";

const MAX_RINGS = 3;
const NUMBERS = ["radiusMiles", "dangerMinutes", "allClearMinutes", "historyHours"] as const;
type NumberName = (typeof NUMBERS)[number];

const RING_PARTS = ["name", "radiusMiles", "clearMinutes"] as const;

const ringField = (index: number, part: (typeof RING_PARTS)[number]): string => `rings[${index}].${part}`;

export const POLICY_FIELDS = [
  "name",
  ...NUMBERS,
  "rings",
  ...Array.from({ length: MAX_RINGS }, (_, index) => RING_PARTS.map((part) => ringField(index, part))).flat(),
];

export interface PolicyForm {
  /** Null is a new one, with the numbers of the specification. */
  policy: Policy | null;
  submission: Submission;
  submitLabel: string;
  submit: (event: SubmitEvent) => void;
  preview: (form: HTMLFormElement) => void;
  /** Next to the save button. */
  actions: TemplateResult | typeof nothing;
}

const NEW: Record<NumberName, number> = { radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 };

export function policyForm({ policy, submission, submitLabel, submit, preview, actions }: PolicyForm): TemplateResult {
  const number = (name: NumberName): TemplateResult =>
    textField({
      name,
      ...policyText().field[name],
      inputmode: "decimal",
      error: submission.error(name),
      value: String((policy ?? NEW)[name]),
    });
  return html`${formNotice(submission.message)}
    <form class="sheet" novalidate autocomplete="off" @submit=${submit}>
      ${textField({ name: "name", label: commonText().name, error: submission.error("name"), value: policy?.name ?? "" })}
      <div class="pair">${number("radiusMiles")} ${number("dangerMinutes")}</div>
      <div class="pair">${number("allClearMinutes")} ${number("historyHours")}</div>
      <fieldset>
        <legend>${policyText().rings}</legend>
        <p class="hint">${policyText().ringsHint}</p>
        ${Array.from({ length: MAX_RINGS }, (_, index) => ringFields(index, policy?.rings[index], submission))}
      </fieldset>
      <div class="buttons">
        <button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : submitLabel}</button>
        <button
          type="button"
          class="second"
          ?disabled=${submission.busy}
          @click=${(event: Event) => preview((event.currentTarget as HTMLButtonElement).form as HTMLFormElement)}
        >${policyText().showEffect}</button>
        ${actions}
      </div>
    </form>`;
}

function ringFields(index: number, ring: PolicyRing | undefined, submission: Submission): TemplateResult {
  const { ring: ringLabel, ringPart } = policyText();
  const field = (part: (typeof RING_PARTS)[number], value: string): TemplateResult =>
    textField({
      name: ringField(index, part),
      label: ringLabel(index + 1, ringPart[part]),
      error: submission.error(ringField(index, part)),
      value,
      ...(part === "name" ? {} : { inputmode: "decimal" as const }),
    });
  return html`<div class="pair">
    ${field("name", ring?.name ?? "")} ${field("radiusMiles", String(ring?.radiusMiles ?? ""))}
    ${field("clearMinutes", String(ring?.clearMinutes ?? ""))}
  </div>`;
}

/** Null when there are errors, which are then shown. The service checks limits and order. */
export function parsePolicyForm(data: FormData, submission: Submission): PolicyInput | null {
  const text = (name: string): string => String(data.get(name) ?? "").trim();
  const errors: Record<string, string> = {};
  const number = (name: string): number => {
    const value = text(name) === "" ? Number.NaN : Number(text(name));
    if (!Number.isFinite(value)) errors[name] = policyText().enterNumber;
    return value;
  };
  const name = text("name");
  if (name === "") errors.name = commonText().enterName;
  const [radiusMiles, dangerMinutes, allClearMinutes, historyHours] = NUMBERS.map(number) as [
    number,
    number,
    number,
    number,
  ];
  const rings: PolicyRing[] = [];
  for (let index = 0; index < MAX_RINGS; index += 1) {
    if (RING_PARTS.every((part) => text(ringField(index, part)) === "")) continue;
    // The service numbers the rings that are sent.
    if (rings.length < index) errors[ringField(rings.length, "name")] = policyText().fillInOrder;
    rings.push({
      name: text(ringField(index, "name")),
      radiusMiles: number(ringField(index, "radiusMiles")),
      clearMinutes: number(ringField(index, "clearMinutes")),
    });
  }
  if (Object.keys(errors).length > 0) {
    submission.reject(errors);
    return null;
  }
  return { name, radiusMiles, dangerMinutes, allClearMinutes, historyHours, rings };
}
