import { html, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import {
  type CitySettings,
  type CoordinateSystem,
  listCoordinateSystems,
  readCitySettings,
  suggestCoordinateSystems,
  writeCitySettings,
} from "../../data/setup.ts";
import { navigateTo } from "../events.ts";
import { parsePosition } from "../facility/position-input.ts";
import { SETUP_PATH } from "../route.ts";
import { titles } from "../titles.ts";
import { errorText, formNotice, readForm, textField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { setupText } from "./text.ts";

interface Loaded {
  settings: CitySettings;
  systems: CoordinateSystem[];
}

type SettingName = "name" | "timezone" | "crs";

/** Name, time zone and coordinate system of the city. */
export class StormCitySettings extends PortalPage {
  private readonly loader = new Loader(this, async (signal): Promise<Loaded> => {
    const [settings, systems] = await Promise.all([readCitySettings(signal), listCoordinateSystems(signal)]);
    return { settings, systems };
  });
  private readonly submission = new Submission(this, ["name", "timezone", "crs"]);
  private readonly suggestion = new Submission(this, ["position"]);
  /** What was chosen since the page was opened. */
  @state() private crs: string | null = null;
  @state() private timezone: string | null = null;
  @state() private suggested: CoordinateSystem[] | null = null;

  private readonly submit = (event: SubmitEvent): void => {
    const value = readForm(event);
    const { settings } = this.loader.value ?? {};
    if (settings === undefined) return;
    const changed = (name: SettingName, text: string) => (settings.configured.includes(name) ? null : text.trim());
    void this.submission.send(async (signal) => {
      await writeCitySettings(
        {
          name: changed("name", value("name")),
          timezone: changed("timezone", this.timezone ?? settings.timezone),
          crs: changed("crs", this.crs ?? settings.crs),
        },
        signal,
      );
      navigateTo(SETUP_PATH, { message: setupText().citySaved });
    });
  };

  private readonly suggest = (): void => {
    const input = this.querySelector<HTMLInputElement>("#field-position");
    const position = parsePosition(input?.value ?? "");
    this.suggested = null;
    if ("error" in position) {
      this.suggestion.reject({ position: position.error });
      return;
    }
    void this.suggestion.send(async (signal) => {
      const found = await suggestCoordinateSystems(position, signal);
      this.suggested = found;
      const [best] = found;
      if (best !== undefined) this.crs = best.code;
    });
  };

  protected override render() {
    return html`${backLink(SETUP_PATH, setupText().setup)} ${heading(titles().page["city-settings"])}
      ${whenLoaded(this.loader, (loaded) => this.form(loaded))}`;
  }

  private form({ settings, systems }: Loaded): TemplateResult {
    const { submission } = this;
    const isConfigured = (name: SettingName) => settings.configured.includes(name);
    return html`${formNotice(submission.message)}
      <form class="sheet" novalidate @submit=${this.submit}>
        ${
          isConfigured("name")
            ? configured(setupText().cityName, settings.name, "city.name")
            : textField({
                name: "name",
                label: setupText().cityName,
                value: settings.name,
                error: submission.error("name"),
              })
        }
        ${
          isConfigured("timezone")
            ? configured(setupText().timeZone, settings.timezone, "city.timezone")
            : this.chosen("timezone", {
                label: setupText().timeZone,
                hint: setupText().timeZoneHint,
                listLabel: setupText().timeZones,
                value: this.timezone ?? settings.timezone,
                options: timeZones(),
                choose: (text) => (this.timezone = text),
              })
        }
        ${isConfigured("crs") ? configured(setupText().crs, settings.crs, "city.crs") : this.coordinates(settings, systems)}
        <div class="buttons">
          <button type="submit" ?disabled=${submission.busy}>${submission.busy ? commonText().saving : commonText().save}</button>
          <a href=${SETUP_PATH}>${commonText().cancel}</a>
        </div>
      </form>`;
  }

  private coordinates(settings: CitySettings, systems: CoordinateSystem[]): TemplateResult {
    const crs = this.crs ?? settings.crs;
    return html`<fieldset>
      <legend>${setupText().crs}</legend>
      <p class="hint">${setupText().crsHint}</p>
      ${textField({
        name: "position",
        label: setupText().position,
        hint: setupText().positionHint,
        error: this.suggestion.error("position"),
      })}
      <div class="buttons">
        <button type="button" class="second" ?disabled=${this.suggestion.busy} @click=${this.suggest}>${setupText().suggest}</button>
      </div>
      <div role="status">${suggestionText(this.suggested)}</div>
      ${this.chosen("crs", {
        label: setupText().system,
        hint: systemName(systems, crs),
        listLabel: setupText().systems,
        value: crs,
        options: systems.map(({ code, name }) => ({ value: code, note: name })),
        choose: (text) => (this.crs = text),
      })}
    </fieldset>`;
  }

  private chosen(name: "timezone" | "crs", field: ChosenField): TemplateResult {
    const [id, error] = [`field-${name}`, this.submission.error(name)];
    return html`<div class="field ${error ? "invalid" : ""}">
      <label for=${id}>${field.label}</label>
      <p class="hint" id="${id}-hint">${field.hint}</p>
      ${errorText(`${id}-error`, error)}
      <storm-combobox
        input-id=${id}
        list-label=${field.listLabel}
        described-by=${error ? `${id}-error ${id}-hint` : `${id}-hint`}
        ?invalid=${error !== undefined}
        .value=${field.value}
        .options=${field.options}
        @input=${(event: Event) => field.choose((event.target as HTMLInputElement).value)}
      ></storm-combobox>
    </div>`;
  }
}

interface ChosenField {
  label: string;
  hint: string;
  listLabel: string;
  value: string;
  options: { value: string; note: string }[];
  choose: (text: string) => void;
}

function configured(label: string, value: string, key: string): TemplateResult {
  return html`<dl class="derived"><div><dt>${label}</dt><dd>${value}</dd></div></dl>
    <p class="hint">${setupText().setBy} <code>${key}</code> ${setupText().setByRest}</p>`;
}

function suggestionText(found: CoordinateSystem[] | null): TemplateResult | typeof nothing {
  if (found === null) return nothing;
  const [best, ...others] = found;
  if (best === undefined) return html`<p class="notice">${setupText().noSystem}</p>`;
  return html`<p class="notice good">
    ${setupText().suggested(`${best.name} (${best.code})`)} ${others.length > 0 ? setupText().alsoPossible(others.map(({ code }) => code).join(", ")) : nothing}
  </p>`;
}

function systemName(systems: CoordinateSystem[], code: string): string {
  const known = systems.find((system) => system.code.toLowerCase() === code.trim().toLowerCase());
  return known?.name ?? setupText().systemHint;
}

function timeZones(): { value: string; note: string }[] {
  return Intl.supportedValuesOf("timeZone").map((value) => ({ value, note: "" }));
}
