import { expect, test } from "vitest";
import { requestUrl } from "./request-url.ts";

const SCRIPT_URL = "https://storm.example.gov/facility-lightning-status.js";
const PATH = "lightning-strikes/facilities/12/proximity";

const urlOf = (attributes: Record<string, string>, scriptUrl = SCRIPT_URL) =>
  requestUrl((name) => attributes[name] ?? null, scriptUrl);

test.each([
  [{ "facility-id": "12" }, `https://storm.example.gov/${PATH}`],
  [{ "facility-id": " 012 " }, `https://storm.example.gov/${PATH}`],
  [{ "facility-id": "12", "radius-miles": "10" }, `https://storm.example.gov/${PATH}?radiusMiles=10`],
  [{ "facility-id": "12", "radius-miles": "10.0" }, `https://storm.example.gov/${PATH}?radiusMiles=10`],
  [
    { "facility-id": "12", "all-clear-minutes": "45", "danger-minutes": "15", "radius-miles": "0.5" },
    `https://storm.example.gov/${PATH}?radiusMiles=0.5&dangerMinutes=15&allClearMinutes=45`,
  ],
  [{ "facility-id": "12", server: "https://other.example" }, `https://other.example/${PATH}`],
  [{ "facility-id": "12", server: "https://other.example/storm" }, `https://other.example/storm/${PATH}`],
  [{ "facility-id": "12", server: "https://other.example/storm/?a=b#c" }, `https://other.example/storm/${PATH}`],
  [{ "facility-id": "12", server: "  " }, `https://storm.example.gov/${PATH}`],
  [{ "facility-id": "12", server: "/below" }, `https://storm.example.gov/below/${PATH}`],
])("%j requests %s", (attributes, url) => {
  expect(urlOf(attributes as Record<string, string>)).toMatchObject({ url });
});

test.each([
  [{ "facility-id": "012" }, "https://storm.example.gov/f/12"],
  [{ "facility-id": "12", "radius-miles": "5" }, "https://storm.example.gov/f/12"],
  [{ "facility-id": "12", server: "https://other.example/storm/?a=b#c" }, "https://other.example/storm/f/12"],
])("%j links to %s", (attributes, page) => {
  expect(urlOf(attributes as Record<string, string>)).toMatchObject({ page });
});

test("the script's URL may have a path", () => {
  expect(urlOf({ "facility-id": "12" }, "https://city.example/storm/facility-lightning-status.js?v=2")).toMatchObject({
    url: `https://city.example/storm/${PATH}`,
  });
});

test.each([
  [{}, "facility-id"],
  [{ "facility-id": "" }, "facility-id"],
  [{ "facility-id": "pool" }, "facility-id"],
  [{ "facility-id": "-1" }, "facility-id"],
  [{ "facility-id": "1/../2" }, "facility-id"],
  [{ "facility-id": "1e3" }, "facility-id"],
  [{ "facility-id": "12", "radius-miles": "" }, "radius-miles"],
  [{ "facility-id": "12", "radius-miles": "eight" }, "radius-miles"],
  [{ "facility-id": "12", "radius-miles": "0" }, "radius-miles"],
  [{ "facility-id": "12", "radius-miles": "-8" }, "radius-miles"],
  [{ "facility-id": "12", "radius-miles": "500.1" }, "radius-miles"],
  [{ "facility-id": "12", "radius-miles": "Infinity" }, "radius-miles"],
  [{ "facility-id": "12", "danger-minutes": "1441" }, "danger-minutes"],
  [{ "facility-id": "12", "all-clear-minutes": "NaN" }, "all-clear-minutes"],
  [{ "facility-id": "12", server: "javascript:alert(1)" }, "server"],
  [{ "facility-id": "12", server: "https://" }, "server"],
])("%j: %s is invalid", (attributes, invalid) => {
  expect(urlOf(attributes as Record<string, string>)).toEqual({ invalid });
});
