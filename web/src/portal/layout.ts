// The header and footer around every page.
import { html, nothing, type TemplateResult } from "lit";
import type { CurrentUser } from "../data/session.ts";
import icon from "../icon.svg";
import { pageLanguage } from "../status-text/page-language.ts";
import { languageSwitch } from "../storm/language-switch.ts";
import { type GuidePage, guideLink } from "./guide-links.ts";
import { writeLanguage } from "./portal-language.ts";
import { HOME_PATH, navItems, type Route, SETUP_PATH } from "./route.ts";
import { shellText } from "./text.ts";
import { titles } from "./titles.ts";

export interface Menu {
  open: boolean;
  toggle: () => void;
}

export function portalHeader(
  currentUser: CurrentUser | null,
  route: Route,
  menu: Menu,
  openSteps: number,
): TemplateResult {
  return html`<header>
    <div class="band">
      <a class="brand" href=${HOME_PATH}><img src=${icon} alt="" width="36" height="36" /><span>stormwire</span></a>
      ${currentUser === null ? portalLanguageSwitch() : navigation(currentUser, route, menu, openSteps)}
    </div>
  </header>`;
}

function navigation(currentUser: CurrentUser, route: Route, menu: Menu, openSteps: number): TemplateResult {
  // The storm pages have their own switch.
  const hasSwitch = route.page !== "storm" && route.page !== "storm-report";
  return html`<button
    type="button"
    class="menu"
    aria-expanded=${menu.open ? "true" : "false"}
    aria-controls="navigation"
    @click=${menu.toggle}
  >
      ${menu.open ? shellText().closeMenu : shellText().menu}
    </button>
    <nav id="navigation" aria-label=${shellText().portal} class=${menu.open ? "open" : ""}>
      <ul>
        ${openSteps > 0 ? setupItem(route, openSteps) : nothing}
        ${navItems(currentUser.role).map(
          (item) => html`<li>
            <a href=${item.path} aria-current=${item.pages.includes(route.page) ? "page" : nothing}>${titles().menu[item.name]}</a>
          </li>`,
        )}
        ${hasSwitch ? html`<li>${portalLanguageSwitch()}</li>` : nothing}
      </ul>
    </nav>`;
}

function portalLanguageSwitch(): TemplateResult {
  return languageSwitch(pageLanguage(), writeLanguage);
}

/** Reminds administrators until every step is done. */
function setupItem(route: Route, openSteps: number): TemplateResult {
  const isCurrent = route.page === "setup" || route.page === "city-settings";
  return html`<li>
    <a href=${SETUP_PATH} aria-current=${isCurrent ? "page" : nothing}
      >${titles().menu.setup} <span class="open-steps">${openSteps}<span class="unseen"> ${shellText().stepsLeft(openSteps)}</span></span></a
    >
  </li>`;
}

export function readOnlyNotice({ isReadOnly }: CurrentUser): TemplateResult | typeof nothing {
  if (!isReadOnly) return nothing;
  return html`<p class="notice bad">
    ${shellText().readOnly} <a href="/docs/guide/disk#full-disk" target="_blank" rel="noopener">${shellText().fullDiskHelp}</a>
  </p>`;
}

/** Opens a new tab, so that a half-filled form is kept. */
export function helpLink(page: GuidePage): TemplateResult {
  const { path, topic } = guideLink(page);
  return html`<a
    class="help"
    href=${path}
    target="_blank"
    rel="noopener"
    aria-label=${shellText().helpAbout(topic)}
  >${shellText().help}</a>`;
}

export function portalFooter(help: TemplateResult | typeof nothing): TemplateResult {
  return html`<footer>${help} <a href="/docs/guide">${shellText().guide}</a> <a href="/docs">${shellText().apiReference}</a></footer>`;
}
