import { expect, it } from "vitest";
import { type BrowserTraits, type PushSupport, pushSupport } from "./push-support.ts";

const CHROME: BrowserTraits = {
  hasServiceWorker: true,
  hasPush: true,
  permission: "default",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36",
  maxTouchPoints: 0,
};
const IPHONE: BrowserTraits = {
  hasServiceWorker: true,
  hasPush: false,
  permission: null,
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1",
  maxTouchPoints: 5,
};
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15";

it.each<[string, BrowserTraits, PushSupport]>([
  ["Chrome", CHROME, "supported"],
  ["Chrome, allowed", { ...CHROME, permission: "granted" }, "supported"],
  ["Chrome, blocked", { ...CHROME, permission: "denied" }, "blocked"],
  ["without https", { ...CHROME, hasServiceWorker: false }, "unsupported"],
  ["iPhone in Safari", IPHONE, "needs-install"],
  ["iPad in Safari", { ...IPHONE, userAgent: MAC }, "needs-install"],
  ["iPhone from the home screen", { ...IPHONE, hasPush: true, permission: "default" }, "supported"],
  ["iPhone without https", { ...IPHONE, hasServiceWorker: false }, "unsupported"],
  ["an old Mac", { ...IPHONE, userAgent: MAC, maxTouchPoints: 0 }, "unsupported"],
])("%s", (_, traits, expected) => {
  expect(pushSupport(traits)).toBe(expected);
});
