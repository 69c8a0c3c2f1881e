// The names of statuses that the service reports, in the language of the page. Pure.
import { isDisplayStatus } from "../../status/status.ts";
import { pageLanguage } from "../../status-text/page-language.ts";
import { STATUS_TEXT } from "../../status-text/text.ts";
import { commonText } from "./text.ts";

/** Of a facility: “Active”. A newer service may have more. */
export function facilityStatus(status: string): string {
  return isDisplayStatus(status) ? STATUS_TEXT[pageLanguage()].status[status] : status;
}

/** Of a message, a run or an action in it: “Success”. */
export function logStatus(status: string): string {
  const labels = commonText().logStatus;
  return (Object.hasOwn(labels, status) ? labels[status] : undefined) ?? status;
}
