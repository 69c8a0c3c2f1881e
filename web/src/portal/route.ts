// Which page a path means, who may open it, and what it is called. Pure: no history, no DOM.
import type { Role } from "../data/role.ts";

export type Route =
  | {
      page:
        | "facilities"
        | "facility-new"
        | "users"
        | "user-new"
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

/** Where everybody starts: what people look at first is the storm. */
export const HOME = "/portal/storm";
export const FACILITIES = "/portal/facilities";

const ID = /^[1-9]\d{0,15}$/;
const PLAIN: Record<string, Route> = {
  "": { page: "storm" },
  storm: { page: "storm" },
  "storm/report": { page: "storm-report" },
  facilities: { page: "facilities" },
  "facilities/new": { page: "facility-new" },
  watchers: { page: "watchers" },
  "watchers/new": { page: "watcher-new" },
  log: { page: "log" },
  "log/explain": { page: "explain" },
  credentials: { page: "credentials" },
  "credentials/new": { page: "credential-new" },
  system: { page: "system" },
  users: { page: "users" },
  "users/new": { page: "user-new" },
  tokens: { page: "tokens" },
  "tokens/new": { page: "token-new" },
  audit: { page: "audit" },
  account: { page: "account" },
};

export function readRoute(path: string): Route {
  const [first, portal, ...rest] = path.replace(/\/+$/, "").split("/");
  if (first !== "" || portal !== "portal") return { page: "missing" };
  const below = rest.join("/");
  if (Object.hasOwn(PLAIN, below)) return PLAIN[below] as Route;
  const [folder, id, ...more] = rest;
  if (folder === undefined || id === undefined || !ID.test(id)) return { page: "missing" };
  return (
    (more.length === 0 ? single(folder, Number(id)) : folder === "watchers" ? ofWatcher(Number(id), more) : null) ?? {
      page: "missing",
    }
  );
}

function single(folder: string, id: number): Route | null {
  const pages = {
    facilities: "facility",
    users: "user",
    watchers: "watcher",
    log: "message",
    credentials: "credential",
  } as const;
  return Object.hasOwn(pages, folder) ? { page: pages[folder as keyof typeof pages], id } : null;
}

function ofWatcher(id: number, [part, action, last, ...more]: string[]): Route | null {
  if (more.length > 0) return null;
  if ((part === "balance" || part === "gallery") && action === undefined) return { page: part, id };
  if (part !== "actions") return null;
  if (action === undefined) return { page: "actions", id };
  if (action === "new" && last === undefined) return { page: "action-new", id };
  if (!ID.test(action) || (last !== undefined && last !== "workbench")) return null;
  return { page: last === undefined ? "action" : "workbench", id, action: Number(action) };
}

/** Whether the portal's own scripts should follow a link, instead of the browser. */
export function isPortalPath(path: string): boolean {
  return path === "/portal" || path.startsWith("/portal/");
}

const FOR_ADMINISTRATORS: readonly Route["page"][] = [
  "facility-new",
  "users",
  "user",
  "user-new",
  "tokens",
  "token-new",
  "audit",
  "watcher-new",
  "action-new",
  "gallery",
  "credential-new",
];

export function mayOpen(role: Role, route: Route): boolean {
  return role === "admin" || !FOR_ADMINISTRATORS.includes(route.page);
}

const TITLES: Record<Route["page"], string> = {
  storm: "Storm",
  "storm-report": "Storm report",
  facilities: "Facilities",
  facility: "Facility",
  "facility-new": "Add a facility",
  watchers: "Watchers",
  watcher: "Watcher",
  "watcher-new": "Add a watcher",
  actions: "Actions",
  action: "Action",
  "action-new": "Add an action",
  gallery: "Ready workflows",
  workbench: "Workbench",
  balance: "Balance",
  log: "Log",
  message: "Message",
  explain: "Explain a message",
  credentials: "Credentials",
  credential: "Credential",
  "credential-new": "Add a credential",
  system: "System",
  users: "Users",
  user: "User",
  "user-new": "Add a user",
  tokens: "Tokens",
  "token-new": "Create a token",
  audit: "Audit trail",
  account: "Your account",
  missing: "Page not found",
};

export function pageTitle(route: Route): string {
  return TITLES[route.page];
}

export function documentTitle(page: string): string {
  return `${page} – stormwire`;
}

export interface Place {
  path: string;
  words: string;
  /** The pages that lie in it. */
  pages: readonly Route["page"][];
}

const PLACES: readonly Place[] = [
  { path: "/portal/storm", words: "Storm", pages: ["storm", "storm-report"] },
  {
    path: "/portal/watchers",
    words: "Watchers",
    pages: ["watchers", "watcher", "watcher-new", "actions", "action", "action-new", "gallery", "workbench", "balance"],
  },
  { path: "/portal/log", words: "Log", pages: ["log", "message", "explain"] },
  { path: FACILITIES, words: "Facilities", pages: ["facilities", "facility", "facility-new"] },
  { path: "/portal/credentials", words: "Credentials", pages: ["credentials", "credential", "credential-new"] },
  { path: "/portal/system", words: "System", pages: ["system"] },
  { path: "/portal/users", words: "Users", pages: ["users", "user", "user-new"] },
  { path: "/portal/tokens", words: "Tokens", pages: ["tokens", "token-new"] },
  { path: "/portal/audit", words: "Audit", pages: ["audit"] },
  { path: "/portal/account", words: "Account", pages: ["account"] },
];

/** The navigation that a role sees. */
export function places(role: Role): readonly Place[] {
  return PLACES.filter((place) => mayOpen(role, readRoute(place.path)));
}
