import { html, nothing, type TemplateResult } from "lit";
import type { Facility, FacilityInput } from "../../data/facility.ts";
import { errorWords, formNotice, textField, typed } from "../part/field.ts";
import type { Sending } from "../part/sending.ts";
import { degreeWords, readPoint } from "./feet.ts";
import type { Placing } from "./placing/placing.ts";

export const FACILITY_FIELDS = ["name", "point", "point.x", "point.y"];

export interface FacilityForm {
  facility: Facility | null;
  sending: Sending;
  placing: Placing;
  act: string;
  submit: (event: SubmitEvent) => void;
  /** What stands beside the save button. */
  beside: TemplateResult | typeof nothing;
}

export function facilityForm({ facility, sending, placing, act, submit, beside }: FacilityForm): TemplateResult {
  const wrongPoint = sending.error("point");
  const describedBy = wrongPoint ? "point-error" : undefined;
  const feet = (axis: "x" | "y", label: string) =>
    textField({
      name: `point.${axis}`,
      label,
      inputmode: "decimal",
      error: sending.error(`point.${axis}`),
      describedBy,
      value: facility?.point ? String(facility.point[axis]) : "",
    });
  return html`${formNotice(sending.words)}
    <form class="sheet placing" novalidate @submit=${submit}>
      ${textField({ name: "name", label: "Name", error: sending.error("name"), value: facility?.name ?? "" })}
      <fieldset class=${wrongPoint ? "wrong" : ""}>
        <legend>Point</legend>
        <p class="hint">In feet, in the city's own map grid. Leave both empty if the facility has no point.</p>
        ${errorWords("point-error", wrongPoint)}
        <div class="pair" @input=${placing.typed}>${feet("x", "x, to the east (feet)")} ${feet("y", "y, to the north (feet)")}</div>
      </fieldset>
      ${pointPicker(facility, placing)}
      <div class="rest">
        ${facility ? html`${positionFacts(facility)}<p class="hint">Latitude and longitude are worked out from x and y when you save.</p>` : nothing}
        <div class="buttons"><button type="submit" ?disabled=${sending.busy}>${sending.busy ? "Saving …" : act}</button> ${beside}</div>
      </div>
    </form>`;
}

function pointPicker(facility: Facility | null, placing: Placing): TemplateResult {
  placing.load();
  if (placing.isMissing)
    return html`<p class="hint">The map could not be loaded. Type the numbers, or load the page again.</p>`;
  return html`<storm-point-picker
    .own=${facility?.id ?? null}
    .name=${facility?.name ?? "New facility"}
    .point=${placing.point(facility?.point ?? null)}
    @storm-point-put=${placing.put}
  ></storm-point-picker>`;
}

/** Where it is on the earth: worked out by the service, never typed. */
export function positionFacts({ latLongPoint }: Facility): TemplateResult {
  if (!latLongPoint)
    return html`<p class="derived"><span class="tag">No point</span> Without a point there is no latitude and no longitude.</p>`;
  return html`<dl class="derived">
    <div><dt>Latitude</dt><dd>${degreeWords(latLongPoint.lat)}</dd></div>
    <div><dt>Longitude</dt><dd>${degreeWords(latLongPoint.lng)}</dd></div>
  </dl>`;
}

/** What the form asks for, or null when it has found fault itself. */
export function readForm(event: SubmitEvent, sending: Sending): FacilityInput | null {
  const value = typed(event);
  const name = value("name").trim();
  const reading = readPoint(value("point.x"), value("point.y"));
  const errors = { ...(name === "" ? { name: "Enter a name." } : {}), ...("errors" in reading ? reading.errors : {}) };
  if ("errors" in reading || name === "") {
    sending.refuse(errors);
    return null;
  }
  return { name, point: reading.point };
}
