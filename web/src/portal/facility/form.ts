import { html, nothing, type TemplateResult } from "lit";
import type { Facility, FacilityInput } from "../../data/facility.ts";
import { DEFAULT_POLICY_ID, type Policy } from "../../data/policy.ts";
import { errorText, formNotice, readForm, selectField, textField } from "../ui/field.ts";
import type { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { formatDegrees, parsePoint } from "./point-input.ts";
import type { PointSync } from "./point-picker/point-sync.ts";
import { parsePosition } from "./position-input.ts";
import { facilityText } from "./text.ts";

export const FACILITY_FIELDS = ["name", "point", "point.x", "point.y", "position", "policyId"];

export interface FacilityForm {
  facility: Facility | null;
  policies: readonly Policy[];
  submission: Submission;
  pointSync: PointSync;
  submitLabel: string;
  submit: (event: SubmitEvent) => void;
  /** Next to the save button. */
  actions: TemplateResult | typeof nothing;
}

export function facilityForm({
  facility,
  policies,
  submission,
  pointSync,
  submitLabel,
  submit,
  actions,
}: FacilityForm): TemplateResult {
  const pointError = submission.error("point");
  const describedBy = pointError ? "point-error" : undefined;
  const feet = (axis: "x" | "y", label: string) =>
    textField({
      name: `point.${axis}`,
      label,
      inputmode: "decimal",
      error: submission.error(`point.${axis}`),
      describedBy,
      value: facility?.point ? String(facility.point[axis]) : "",
    });
  return html`${formNotice(submission.message)}
    <form class="sheet facility-form" novalidate @submit=${submit}>
      ${textField({ name: "name", label: commonText().name, error: submission.error("name"), value: facility?.name ?? "" })}
      <fieldset class=${pointError ? "invalid" : ""}>
        <legend>${facilityText().point}</legend>
        <p class="hint">${facilityText().pointHint}</p>
        ${errorText("point-error", pointError)}
        <div class="pair" @input=${pointSync.typed}>${feet("x", facilityText().xEastFeet)} ${feet("y", facilityText().yNorthFeet)}</div>
        ${textField({
          name: "position",
          label: facilityText().orPosition,
          hint: facilityText().orPositionHint,
          error: submission.error("position"),
        })}
      </fieldset>
      ${pointPicker(facility, pointSync)}
      <div class="form-end">
        ${policyField(facility, policies, submission)}
        ${facility ? html`${positionFacts(facility)}<p class="hint">${facilityText().calculated}</p>` : nothing}
        <div class="buttons"><button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : submitLabel}</button> ${actions}</div>
      </div>
    </form>`;
}

/** Policy 1 is also that of a facility without a policy of its own. */
function policyField(facility: Facility | null, policies: readonly Policy[], submission: Submission): TemplateResult {
  const own = policies.filter(({ id }) => id !== DEFAULT_POLICY_ID);
  const city = policies.find(({ id }) => id === DEFAULT_POLICY_ID)?.name ?? facilityText().cityDefault;
  const selected = facility?.policyId === DEFAULT_POLICY_ID ? null : (facility?.policyId ?? null);
  return selectField({
    name: "policyId",
    label: facilityText().policy,
    hint: facilityText().policyHint,
    error: submission.error("policyId"),
    value: selected === null ? "" : String(selected),
    options: [["", facilityText().isCityDefault(city)], ...own.map(({ id, name }) => [String(id), name] as const)],
  });
}

function pointPicker(facility: Facility | null, pointSync: PointSync): TemplateResult {
  pointSync.loadMap();
  if (pointSync.isMapMissing) return html`<p class="hint">${facilityText().mapMissing}</p>`;
  return html`<storm-point-picker
    .facilityId=${facility?.id ?? null}
    .name=${facility?.name ?? facilityText().newFacility}
    .point=${pointSync.point(facility?.point ?? null)}
    @storm-point-placed=${pointSync.placed}
  ></storm-point-picker>`;
}

/** Latitude and longitude, which the service computes. */
export function positionFacts({ latLongPoint }: Facility): TemplateResult {
  if (!latLongPoint)
    return html`<p class="derived"><span class="tag">${facilityText().noPoint}</span> ${facilityText().noPosition}</p>`;
  return html`<dl class="derived">
    <div><dt>${facilityText().latitude}</dt><dd>${formatDegrees(latLongPoint.lat)}</dd></div>
    <div><dt>${facilityText().longitude}</dt><dd>${formatDegrees(latLongPoint.lng)}</dd></div>
  </dl>`;
}

/** Null when there are errors, which are then shown. */
export function parseFacilityForm(event: SubmitEvent, submission: Submission): FacilityInput | null {
  const value = readForm(event);
  const name = value("name").trim();
  const policyId = value("policyId") === "" ? null : Number(value("policyId"));
  if (value("position").trim() !== "") {
    const input = parseWithPosition(name, value("position"), submission);
    return input === null ? null : { ...input, policyId };
  }
  const parsed = parsePoint(value("point.x"), value("point.y"));
  const errors = {
    ...(name === "" ? { name: commonText().enterName } : {}),
    ...("errors" in parsed ? parsed.errors : {}),
  };
  if ("errors" in parsed || name === "") {
    submission.reject(errors);
    return null;
  }
  return { name, point: parsed.point, policyId };
}

function parseWithPosition(name: string, text: string, submission: Submission): FacilityInput | null {
  const position = parsePosition(text);
  if (!("error" in position) && name !== "") return { name, position };
  submission.reject({
    ...(name === "" ? { name: commonText().enterName } : {}),
    ...("error" in position ? { position: position.error } : {}),
  });
  return null;
}
