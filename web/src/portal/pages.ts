// The element of each page.
import { html, type TemplateResult } from "lit";
import type { Person } from "../data/session.ts";
import { mayOpen, type Route } from "./route.ts";

export function pageElement(route: Route, person: Person, takesFocus: boolean): TemplateResult {
  if (!mayOpen(person.role, route)) {
    const message = "Only administrators can open this page. Ask an administrator for help.";
    return html`<storm-not-found
      headline="No access"
      .message=${message}
      .takesFocus=${takesFocus}
    ></storm-not-found>`;
  }
  switch (route.page) {
    case "storm":
      void import("../board/define.ts");
      return html`<storm-board .person=${person} .takesFocus=${takesFocus}></storm-board>`;
    case "storm-report":
      void import("../board/define.ts");
      return html`<storm-report .person=${person} .takesFocus=${takesFocus}></storm-report>`;
    case "facilities":
      return html`<storm-facilities .person=${person} .takesFocus=${takesFocus}></storm-facilities>`;
    case "facility":
      return html`<storm-facility .number=${route.id} .person=${person} .takesFocus=${takesFocus}></storm-facility>`;
    case "facility-new":
      return html`<storm-facility-new .person=${person} .takesFocus=${takesFocus}></storm-facility-new>`;
    case "watchers":
      return html`<storm-watchers .person=${person} .takesFocus=${takesFocus}></storm-watchers>`;
    case "watcher":
      return html`<storm-watcher .number=${route.id} .person=${person} .takesFocus=${takesFocus}></storm-watcher>`;
    case "watcher-new":
      return html`<storm-watcher-new .person=${person} .takesFocus=${takesFocus}></storm-watcher-new>`;
    case "actions":
      return html`<storm-actions .number=${route.id} .person=${person} .takesFocus=${takesFocus}></storm-actions>`;
    case "action-new":
      return html`<storm-action-new
        .number=${route.id}
        .person=${person}
        .takesFocus=${takesFocus}
      ></storm-action-new>`;
    case "gallery":
      return html`<storm-gallery .number=${route.id} .person=${person} .takesFocus=${takesFocus}></storm-gallery>`;
    case "action":
      return html`<storm-action
        .number=${route.id}
        .action=${route.action}
        .person=${person}
        .takesFocus=${takesFocus}
      ></storm-action>`;
    case "workbench":
      return html`<storm-workbench
        .number=${route.id}
        .action=${route.action}
        .person=${person}
        .takesFocus=${takesFocus}
      ></storm-workbench>`;
    case "balance":
      return html`<storm-balance .number=${route.id} .person=${person} .takesFocus=${takesFocus}></storm-balance>`;
    case "log":
      return html`<storm-log .person=${person} .takesFocus=${takesFocus}></storm-log>`;
    case "message":
      return html`<storm-message .number=${route.id} .person=${person} .takesFocus=${takesFocus}></storm-message>`;
    case "explain":
      return html`<storm-explain .person=${person} .takesFocus=${takesFocus}></storm-explain>`;
    case "credentials":
      return html`<storm-credentials .person=${person} .takesFocus=${takesFocus}></storm-credentials>`;
    case "credential":
      return html`<storm-credential
        .number=${route.id}
        .person=${person}
        .takesFocus=${takesFocus}
      ></storm-credential>`;
    case "credential-new":
      return html`<storm-credential-new .person=${person} .takesFocus=${takesFocus}></storm-credential-new>`;
    case "system":
      return html`<storm-system .person=${person} .takesFocus=${takesFocus}></storm-system>`;
    case "users":
      return html`<storm-users .person=${person} .takesFocus=${takesFocus}></storm-users>`;
    case "user":
      return html`<storm-user .number=${route.id} .person=${person} .takesFocus=${takesFocus}></storm-user>`;
    case "user-new":
      return html`<storm-user-new .person=${person} .takesFocus=${takesFocus}></storm-user-new>`;
    case "tokens":
      return html`<storm-tokens .person=${person} .takesFocus=${takesFocus}></storm-tokens>`;
    case "token-new":
      return html`<storm-token-new .person=${person} .takesFocus=${takesFocus}></storm-token-new>`;
    case "audit":
      return html`<storm-audit .person=${person} .takesFocus=${takesFocus}></storm-audit>`;
    case "account":
      return html`<storm-account .person=${person} .takesFocus=${takesFocus}></storm-account>`;
    case "missing":
      return html`<storm-not-found
        headline="Page not found"
        message="No page exists at this address. Check the address or use the menu."
        .takesFocus=${takesFocus}
      ></storm-not-found>`;
  }
}
