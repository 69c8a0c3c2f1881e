// The header and footer around every page.
import { html, nothing, type TemplateResult } from "lit";
import type { CurrentUser } from "../data/session.ts";
import icon from "../icon.svg";
import type { Language } from "../status-text/language.ts";
import { guideLink } from "./guide-links.ts";
import { menuLanguage, menuText, stepsLeft } from "./menu-text.ts";
import { HOME_PATH, navItems, type Route, SETUP_PATH } from "./route.ts";

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
      <a class="brand" href=${HOME_PATH}><img src=${icon} alt="" width="36" height="36" /> stormwire</a>
      ${currentUser === null ? nothing : navigation(currentUser, route, menu, openSteps)}
    </div>
  </header>`;
}

function navigation(currentUser: CurrentUser, route: Route, menu: Menu, openSteps: number): TemplateResult {
  const language = menuLanguage(route, location.search);
  return html`<button
    type="button"
    class="menu"
    lang=${language}
    aria-expanded=${menu.open ? "true" : "false"}
    aria-controls="navigation"
    @click=${menu.toggle}
  >
      ${menuText(menu.open ? "Close" : "Menu", language)}
    </button>
    <nav id="navigation" aria-label="Portal" lang=${language} class=${menu.open ? "open" : ""}>
      <ul>
        ${openSteps > 0 ? setupItem(route, openSteps, language) : nothing}
        ${navItems(currentUser.role).map(
          (item) => html`<li>
            <a href=${item.path} aria-current=${item.pages.includes(route.page) ? "page" : nothing}>${menuText(item.label, language)}</a>
          </li>`,
        )}
      </ul>
    </nav>`;
}

/** Reminds administrators until every step is done. */
function setupItem(route: Route, openSteps: number, language: Language): TemplateResult {
  const isCurrent = route.page === "setup" || route.page === "city-settings";
  return html`<li>
    <a href=${SETUP_PATH} aria-current=${isCurrent ? "page" : nothing}
      >${menuText("Setup", language)} <span class="open-steps">${openSteps}<span class="unseen"> ${stepsLeft(openSteps, language)}</span></span></a
    >
  </li>`;
}

/** Opens a new tab, so that a half-filled form is kept. */
export function helpLink(page: Parameters<typeof guideLink>[0]): TemplateResult {
  const { path, topic } = guideLink(page);
  return html`<a
    class="help"
    href=${path}
    target="_blank"
    rel="noopener"
    aria-label="Help: ${topic} (opens in a new tab)"
  >Help</a>`;
}

export function portalFooter(help: TemplateResult | typeof nothing): TemplateResult {
  return html`<footer>${help} <a href="/docs/guide">Guide</a> <a href="/docs">API reference</a></footer>`;
}
