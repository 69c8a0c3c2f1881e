import { afterEach, expect, test } from "vitest";
import { STATUSES } from "../../data/log-status.ts";
import { setPageLanguage } from "../../status-text/page-language.ts";
import { facilityStatus, logStatus } from "./status-label.ts";

afterEach(() => setPageLanguage("en"));

test("statuses have the service's names in English", () => {
  expect(["Active", "Clear"].map(facilityStatus)).toEqual(["Active", "Clear"]);
  expect(STATUSES.map(logStatus)).toEqual([...STATUSES]);
});

test("statuses have other names in Spanish", () => {
  setPageLanguage("es");
  expect(facilityStatus("Clearing")).toBe("En espera");
  for (const status of STATUSES) expect(logStatus(status)).not.toBe(status);
});

test.each(["Later", "constructor"])("the unknown status %s is shown as it is", (status) => {
  setPageLanguage("es");
  expect([facilityStatus(status), logStatus(status)]).toEqual([status, status]);
});
