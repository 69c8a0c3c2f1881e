import { expect, test } from "vitest";
import { documentTitle, isPortalPath, mayOpen, navItems, pageTitle, parseRoute } from "./route.ts";
import { titles } from "./titles.ts";

test.each([
  ["/portal", { page: "storm" }],
  ["/portal/", { page: "storm" }],
  ["/portal/facilities", { page: "facilities" }],
  ["/portal/facilities/", { page: "facilities" }],
  ["/portal/facilities/new", { page: "facility-new" }],
  ["/portal/facilities/import", { page: "facility-import" }],
  ["/portal/policies", { page: "policies" }],
  ["/portal/policies/new", { page: "policy-new" }],
  ["/portal/policies/2", { page: "policy", id: 2 }],
  ["/portal/layers", { page: "layers" }],
  ["/portal/sinks", { page: "sinks" }],
  ["/portal/sinks/new", { page: "sink-new" }],
  ["/portal/sinks/4", { page: "sink", id: 4 }],
  ["/portal/setup", { page: "setup" }],
  ["/portal/setup/city", { page: "city-settings" }],
  ["/portal/setup/other", { page: "missing" }],
  ["/portal/facilities/7", { page: "facility", id: 7 }],
  ["/portal/watchers", { page: "watchers" }],
  ["/portal/watchers/new", { page: "watcher-new" }],
  ["/portal/watchers/3", { page: "watcher", id: 3 }],
  ["/portal/watchers/3/balance", { page: "balance", id: 3 }],
  ["/portal/watchers/3/gallery", { page: "gallery", id: 3 }],
  ["/portal/watchers/3/gallery/4", { page: "missing" }],
  ["/portal/watchers/3/actions", { page: "actions", id: 3 }],
  ["/portal/watchers/3/actions/new", { page: "action-new", id: 3 }],
  ["/portal/watchers/3/actions/4", { page: "action", id: 3, action: 4 }],
  ["/portal/watchers/3/actions/4/workbench", { page: "workbench", id: 3, action: 4 }],
  ["/portal/watchers/3/actions/4/other", { page: "missing" }],
  ["/portal/watchers/3/actions/4/workbench/5", { page: "missing" }],
  ["/portal/watchers/3/balance/4", { page: "missing" }],
  ["/portal/watchers/3/other", { page: "missing" }],
  ["/portal/log", { page: "log" }],
  ["/portal/log/explain", { page: "explain" }],
  ["/portal/log/12", { page: "message", id: 12 }],
  ["/portal/credentials/2", { page: "credential", id: 2 }],
  ["/portal/system", { page: "system" }],
  ["/portal/users", { page: "users" }],
  ["/portal/users/new", { page: "user-new" }],
  ["/portal/users/12", { page: "user", id: 12 }],
  ["/portal/sessions", { page: "sessions" }],
  ["/portal/tokens", { page: "tokens" }],
  ["/portal/tokens/new", { page: "token-new" }],
  ["/portal/audit", { page: "audit" }],
  ["/portal/account", { page: "account" }],
  ["/portal/facilities/0", { page: "missing" }],
  ["/portal/facilities/07", { page: "missing" }],
  ["/portal/facilities/-1", { page: "missing" }],
  ["/portal/facilities/7/edit", { page: "missing" }],
  ["/portal/facilities/99999999999999999999", { page: "missing" }],
  ["/portal/tokens/3", { page: "missing" }],
  ["/portal/constructor", { page: "missing" }],
  ["/portal//facilities", { page: "missing" }],
  ["/portals", { page: "missing" }],
  ["/", { page: "missing" }],
])("%s is %j", (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});

test.each([
  ["/portal", true],
  ["/portal/users", true],
  ["/portals", false],
  ["/docs", false],
])("%s is a path of the portal: %s", (path, follows) => {
  expect(isPortalPath(path)).toBe(follows);
});

test.each([
  ["viewer", "/portal/facilities", true],
  ["viewer", "/portal/facilities/7", true],
  ["viewer", "/portal/facilities/new", false],
  ["operator", "/portal/facilities/new", false],
  ["operator", "/portal/users", false],
  ["operator", "/portal/tokens", false],
  ["operator", "/portal/audit", false],
  ["operator", "/portal/sinks", false],
  ["operator", "/portal/sinks/4", false],
  ["operator", "/portal/account", true],
  ["operator", "/portal/watchers/new", false],
  ["operator", "/portal/watchers/3", true],
  ["viewer", "/portal/watchers/3/actions/new", false],
  ["viewer", "/portal/log/3", true],
  ["admin", "/portal/users/1", true],
  ["admin", "/portal/audit", true],
] as const)("a %s may open %s: %s", (role, path, may) => {
  expect(mayOpen(role, parseRoute(path))).toBe(may);
});

test.each([
  ["viewer", ["Storm", "Watchers", "Log", "Facilities", "Credentials", "System", "Account"]],
  ["operator", ["Storm", "Watchers", "Log", "Facilities", "Credentials", "System", "Account"]],
  [
    "admin",
    [
      "Storm",
      "Watchers",
      "Log",
      "Facilities",
      "Event sinks",
      "Credentials",
      "System",
      "Users",
      "Tokens",
      "Audit",
      "Account",
    ],
  ],
] as const)("a %s sees %j", (role, labels) => {
  expect(navItems(role).map((item) => titles().menu[item.name])).toEqual(labels);
});

test("every page has its own title", () => {
  expect(documentTitle(pageTitle({ page: "users" }))).toBe("Users – stormwire");
});
