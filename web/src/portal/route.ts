// Paths of the portal: parsing, permissions, titles and navigation. Pure.
import type { Role } from "../data/role.ts";
import { type TITLES, titles } from "./titles.ts";

export type Route =
  | {
      page:
        | "facilities"
        | "facility-new"
        | "facility-import"
        | "policies"
        | "policy-new"
        | "layers"
        | "sinks"
        | "sink-new"
        | "setup"
        | "city-settings"
        | "users"
        | "user-new"
        | "sessions"
        | "tokens"
        | "token-new"
        | "audit"
        | "account"
        | "missing";
    }
  | { page: "storm" | "storm-report" }
  | { page: "watchers" | "watcher-new" | "log" | "explain" | "credentials" | "credential-new" | "system" }
  | {
      page:
        | "facility"
        | "policy"
        | "sink"
        | "user"
        | "watcher"
        | "actions"
        | "action-new"
        | "gallery"
        | "balance"
        | "message"
        | "credential";
      id: number;
    }
  | { page: "action" | "workbench"; id: number; action: number };

export const HOME_PATH = "/portal/storm";
export const FACILITIES_PATH = "/portal/facilities";
export const POLICIES_PATH = "/portal/policies";
export const LAYERS_PATH = "/portal/layers";
export const SINKS_PATH = "/portal/sinks";
export const SETUP_PATH = "/portal/setup";

const ID_PATTERN = /^[1-9]\d{0,15}$/;
const STATIC_ROUTES: Record<string, Route> = {
  "": { page: "storm" },
  storm: { page: "storm" },
  "storm/report": { page: "storm-report" },
  facilities: { page: "facilities" },
  "facilities/new": { page: "facility-new" },
  "facilities/import": { page: "facility-import" },
  policies: { page: "policies" },
  "policies/new": { page: "policy-new" },
  layers: { page: "layers" },
  sinks: { page: "sinks" },
  "sinks/new": { page: "sink-new" },
  setup: { page: "setup" },
  "setup/city": { page: "city-settings" },
  watchers: { page: "watchers" },
  "watchers/new": { page: "watcher-new" },
  log: { page: "log" },
  "log/explain": { page: "explain" },
  credentials: { page: "credentials" },
  "credentials/new": { page: "credential-new" },
  system: { page: "system" },
  users: { page: "users" },
  "users/new": { page: "user-new" },
  sessions: { page: "sessions" },
  tokens: { page: "tokens" },
  "tokens/new": { page: "token-new" },
  audit: { page: "audit" },
  account: { page: "account" },
};

export function parseRoute(path: string): Route {
  const [first, portal, ...rest] = path.replace(/\/+$/, "").split("/");
  if (first !== "" || portal !== "portal") return { page: "missing" };
  const subpath = rest.join("/");
  if (Object.hasOwn(STATIC_ROUTES, subpath)) return STATIC_ROUTES[subpath] as Route;
  const [resource, id, ...more] = rest;
  if (resource === undefined || id === undefined || !ID_PATTERN.test(id)) return { page: "missing" };
  return (
    (more.length === 0
      ? resourceRoute(resource, Number(id))
      : resource === "watchers"
        ? watcherRoute(Number(id), more)
        : null) ?? {
      page: "missing",
    }
  );
}

function resourceRoute(resource: string, id: number): Route | null {
  const pages = {
    facilities: "facility",
    policies: "policy",
    sinks: "sink",
    users: "user",
    watchers: "watcher",
    log: "message",
    credentials: "credential",
  } as const;
  return Object.hasOwn(pages, resource) ? { page: pages[resource as keyof typeof pages], id } : null;
}

function watcherRoute(id: number, [part, action, last, ...more]: string[]): Route | null {
  if (more.length > 0) return null;
  if ((part === "balance" || part === "gallery") && action === undefined) return { page: part, id };
  if (part !== "actions") return null;
  if (action === undefined) return { page: "actions", id };
  if (action === "new" && last === undefined) return { page: "action-new", id };
  if (!ID_PATTERN.test(action) || (last !== undefined && last !== "workbench")) return null;
  return { page: last === undefined ? "action" : "workbench", id, action: Number(action) };
}

export function isPortalPath(path: string): boolean {
  return path === "/portal" || path.startsWith("/portal/");
}

const ADMIN_PAGES: readonly Route["page"][] = [
  "facility-new",
  "facility-import",
  "policy-new",
  "sinks",
  "sink",
  "sink-new",
  "setup",
  "city-settings",
  "users",
  "user",
  "user-new",
  "sessions",
  "tokens",
  "token-new",
  "audit",
  "watcher-new",
  "action-new",
  "gallery",
  "credential-new",
];

export function mayOpen(role: Role, route: Route): boolean {
  return role === "admin" || !ADMIN_PAGES.includes(route.page);
}

export function pageTitle(route: Route): string {
  return titles().page[route.page];
}

export function documentTitle(page: string): string {
  return `${page} – stormwire`;
}

export interface NavItem {
  path: string;
  /** Of the text in `titles.ts`. */
  name: keyof (typeof TITLES)["en"]["menu"];
  /** The pages for which it is the current item. */
  pages: readonly Route["page"][];
}

const NAV_ITEMS: readonly NavItem[] = [
  { path: "/portal/storm", name: "storm", pages: ["storm", "storm-report"] },
  {
    path: "/portal/watchers",
    name: "watchers",
    pages: ["watchers", "watcher", "watcher-new", "actions", "action", "action-new", "gallery", "workbench", "balance"],
  },
  { path: "/portal/log", name: "log", pages: ["log", "message", "explain"] },
  {
    path: FACILITIES_PATH,
    name: "facilities",
    pages: ["facilities", "facility", "facility-new", "facility-import", "policies", "policy", "policy-new", "layers"],
  },
  { path: SINKS_PATH, name: "sinks", pages: ["sinks", "sink", "sink-new"] },
  { path: "/portal/credentials", name: "credentials", pages: ["credentials", "credential", "credential-new"] },
  { path: "/portal/system", name: "system", pages: ["system"] },
  { path: "/portal/users", name: "users", pages: ["users", "user", "user-new", "sessions"] },
  { path: "/portal/tokens", name: "tokens", pages: ["tokens", "token-new"] },
  { path: "/portal/audit", name: "audit", pages: ["audit"] },
  { path: "/portal/account", name: "account", pages: ["account"] },
];

export function navItems(role: Role): readonly NavItem[] {
  return NAV_ITEMS.filter((item) => mayOpen(role, parseRoute(item.path)));
}
