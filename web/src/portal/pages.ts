// The element of each page.
import { html, type TemplateResult } from "lit";
import type { CurrentUser } from "../data/session.ts";
import { mayOpen, type Route } from "./route.ts";
import { shellText } from "./text.ts";
import { titles } from "./titles.ts";

export function pageElement(route: Route, currentUser: CurrentUser, takesFocus: boolean): TemplateResult {
  if (!mayOpen(currentUser.role, route)) {
    return html`<storm-not-found
      headline=${shellText().noAccess}
      .message=${shellText().adminsOnly}
      .takesFocus=${takesFocus}
    ></storm-not-found>`;
  }
  switch (route.page) {
    case "storm":
      void import("../board/define.ts");
      return html`<storm-board .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-board>`;
    case "storm-report":
      void import("../board/define.ts");
      return html`<storm-report .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-report>`;
    case "facilities":
      return html`<storm-facilities .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-facilities>`;
    case "facility":
      return html`<storm-facility .number=${route.id} .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-facility>`;
    case "facility-new":
      return html`<storm-facility-new .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-facility-new>`;
    case "facility-import":
      return html`<storm-facility-import .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-facility-import>`;
    case "policies":
      return html`<storm-policies .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-policies>`;
    case "policy":
      return html`<storm-policy .number=${route.id} .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-policy>`;
    case "policy-new":
      return html`<storm-policy-new .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-policy-new>`;
    case "layers":
      return html`<storm-layers .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-layers>`;
    case "sinks":
      return html`<storm-sinks .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-sinks>`;
    case "sink":
      return html`<storm-sink .number=${route.id} .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-sink>`;
    case "sink-new":
      return html`<storm-sink-new .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-sink-new>`;
    case "setup":
      return html`<storm-setup .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-setup>`;
    case "city-settings":
      return html`<storm-city-settings .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-city-settings>`;
    case "watchers":
      return html`<storm-watchers .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-watchers>`;
    case "watcher":
      return html`<storm-watcher .number=${route.id} .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-watcher>`;
    case "watcher-new":
      return html`<storm-watcher-new .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-watcher-new>`;
    case "actions":
      return html`<storm-actions .number=${route.id} .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-actions>`;
    case "action-new":
      return html`<storm-action-new
        .number=${route.id}
        .currentUser=${currentUser}
        .takesFocus=${takesFocus}
      ></storm-action-new>`;
    case "gallery":
      return html`<storm-gallery .number=${route.id} .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-gallery>`;
    case "action":
      return html`<storm-action
        .number=${route.id}
        .action=${route.action}
        .currentUser=${currentUser}
        .takesFocus=${takesFocus}
      ></storm-action>`;
    case "workbench":
      return html`<storm-workbench
        .number=${route.id}
        .action=${route.action}
        .currentUser=${currentUser}
        .takesFocus=${takesFocus}
      ></storm-workbench>`;
    case "balance":
      return html`<storm-balance .number=${route.id} .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-balance>`;
    case "log":
      return html`<storm-log .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-log>`;
    case "message":
      return html`<storm-message .number=${route.id} .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-message>`;
    case "explain":
      return html`<storm-explain .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-explain>`;
    case "credentials":
      return html`<storm-credentials .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-credentials>`;
    case "credential":
      return html`<storm-credential
        .number=${route.id}
        .currentUser=${currentUser}
        .takesFocus=${takesFocus}
      ></storm-credential>`;
    case "credential-new":
      return html`<storm-credential-new .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-credential-new>`;
    case "system":
      return html`<storm-system .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-system>`;
    case "users":
      return html`<storm-users .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-users>`;
    case "user":
      return html`<storm-user .number=${route.id} .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-user>`;
    case "user-new":
      return html`<storm-user-new .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-user-new>`;
    case "sessions":
      return html`<storm-sessions .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-sessions>`;
    case "tokens":
      return html`<storm-tokens .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-tokens>`;
    case "token-new":
      return html`<storm-token-new .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-token-new>`;
    case "audit":
      return html`<storm-audit .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-audit>`;
    case "account":
      return html`<storm-account .currentUser=${currentUser} .takesFocus=${takesFocus}></storm-account>`;
    case "missing":
      return html`<storm-not-found
        headline=${titles().page.missing}
        .message=${shellText().noPage}
        .takesFocus=${takesFocus}
      ></storm-not-found>`;
  }
}
