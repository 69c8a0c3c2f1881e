// The element of each page.
import { type TemplateResult, html } from "lit";
import type { Person } from "../data/session.ts";
import { type Route, mayOpen } from "./route.ts";

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
