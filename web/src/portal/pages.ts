// The element of each page.
import { html, type TemplateResult } from "lit";
import type { Person } from "../data/session.ts";
import { mayOpen, type Route } from "./route.ts";

export function pageOf(route: Route, person: Person, arrived: boolean): TemplateResult {
  if (!mayOpen(person.role, route)) {
    const words = "This page is for administrators. Ask one of them if you need something changed.";
    return html`<storm-missing headline="Not for your role" .words=${words} .arrived=${arrived}></storm-missing>`;
  }
  switch (route.page) {
    case "storm":
      void import("../board/define.ts");
      return html`<storm-board .person=${person} .arrived=${arrived}></storm-board>`;
    case "storm-report":
      void import("../board/define.ts");
      return html`<storm-report .person=${person} .arrived=${arrived}></storm-report>`;
    case "facilities":
      return html`<storm-facilities .person=${person} .arrived=${arrived}></storm-facilities>`;
    case "facility":
      return html`<storm-facility .number=${route.id} .person=${person} .arrived=${arrived}></storm-facility>`;
    case "facility-new":
      return html`<storm-facility-new .person=${person} .arrived=${arrived}></storm-facility-new>`;
    case "watchers":
      return html`<storm-watchers .person=${person} .arrived=${arrived}></storm-watchers>`;
    case "watcher":
      return html`<storm-watcher .number=${route.id} .person=${person} .arrived=${arrived}></storm-watcher>`;
    case "watcher-new":
      return html`<storm-watcher-new .person=${person} .arrived=${arrived}></storm-watcher-new>`;
    case "actions":
      return html`<storm-actions .number=${route.id} .person=${person} .arrived=${arrived}></storm-actions>`;
    case "action-new":
      return html`<storm-action-new .number=${route.id} .person=${person} .arrived=${arrived}></storm-action-new>`;
    case "gallery":
      return html`<storm-gallery .number=${route.id} .person=${person} .arrived=${arrived}></storm-gallery>`;
    case "action":
      return html`<storm-action .number=${route.id} .action=${route.action} .person=${person} .arrived=${arrived}></storm-action>`;
    case "workbench":
      return html`<storm-workbench .number=${route.id} .action=${route.action} .person=${person} .arrived=${arrived}></storm-workbench>`;
    case "balance":
      return html`<storm-balance .number=${route.id} .person=${person} .arrived=${arrived}></storm-balance>`;
    case "log":
      return html`<storm-log .person=${person} .arrived=${arrived}></storm-log>`;
    case "message":
      return html`<storm-message .number=${route.id} .person=${person} .arrived=${arrived}></storm-message>`;
    case "explain":
      return html`<storm-explain .person=${person} .arrived=${arrived}></storm-explain>`;
    case "credentials":
      return html`<storm-credentials .person=${person} .arrived=${arrived}></storm-credentials>`;
    case "credential":
      return html`<storm-credential .number=${route.id} .person=${person} .arrived=${arrived}></storm-credential>`;
    case "credential-new":
      return html`<storm-credential-new .person=${person} .arrived=${arrived}></storm-credential-new>`;
    case "system":
      return html`<storm-system .person=${person} .arrived=${arrived}></storm-system>`;
    case "users":
      return html`<storm-users .person=${person} .arrived=${arrived}></storm-users>`;
    case "user":
      return html`<storm-user .number=${route.id} .person=${person} .arrived=${arrived}></storm-user>`;
    case "user-new":
      return html`<storm-user-new .person=${person} .arrived=${arrived}></storm-user-new>`;
    case "tokens":
      return html`<storm-tokens .person=${person} .arrived=${arrived}></storm-tokens>`;
    case "token-new":
      return html`<storm-token-new .person=${person} .arrived=${arrived}></storm-token-new>`;
    case "audit":
      return html`<storm-audit .person=${person} .arrived=${arrived}></storm-audit>`;
    case "account":
      return html`<storm-account .person=${person} .arrived=${arrived}></storm-account>`;
    case "missing":
      return html`<storm-missing
        headline="Page not found"
        words="There is no page at this address. It may be misspelt, or the page is gone."
        .arrived=${arrived}
      ></storm-missing>`;
  }
}
