// Which page a path means, who may open it, and what it is called. Pure: no history, no DOM.
import type { Role } from "../data/role.ts";

export type Route =
  | { page: "facilities" | "facility-new" | "users" | "user-new" | "tokens" | "token-new" | "audit" | "account" | "missing" }
  | { page: "storm" | "storm-report" }
  | { page: "facility" | "user"; id: number };

export const HOME = "/portal/facilities";

const ID = /^[1-9]\d{0,15}$/;
const PLAIN: Record<string, Route> = {
  "": { page: "facilities" },
  storm: { page: "storm" },
  "storm/report": { page: "storm-report" },
  facilities: { page: "facilities" },
  "facilities/new": { page: "facility-new" },
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
  if (id === undefined || more.length > 0 || !ID.test(id)) return { page: "missing" };
  if (folder === "facilities") return { page: "facility", id: Number(id) };
  if (folder === "users") return { page: "user", id: Number(id) };
  return { page: "missing" };
}

/** Whether the portal's own scripts should follow a link, instead of the browser. */
export function isPortalPath(path: string): boolean {
  return path === "/portal" || path.startsWith("/portal/");
}

const FOR_ADMINISTRATORS: readonly Route["page"][] = ["facility-new", "users", "user", "user-new", "tokens", "token-new", "audit"];

export function mayOpen(role: Role, route: Route): boolean {
  return role === "admin" || !FOR_ADMINISTRATORS.includes(route.page);
}

const TITLES: Record<Route["page"], string> = {
  storm: "Storm",
  "storm-report": "Storm report",
  facilities: "Facilities",
  facility: "Facility",
  "facility-new": "Add a facility",
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
  { path: HOME, words: "Facilities", pages: ["facilities", "facility", "facility-new"] },
  { path: "/portal/users", words: "Users", pages: ["users", "user", "user-new"] },
  { path: "/portal/tokens", words: "Tokens", pages: ["tokens", "token-new"] },
  { path: "/portal/audit", words: "Audit", pages: ["audit"] },
  { path: "/portal/account", words: "Account", pages: ["account"] },
];

/** The navigation that a role sees. */
export function places(role: Role): readonly Place[] {
  return PLACES.filter((place) => mayOpen(role, readRoute(place.path)));
}
