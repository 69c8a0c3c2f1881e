// The colors of the statuses, as CSS custom properties for light and dark.
import { DISPLAY_STATUSES, type DisplayStatus } from "./status.ts";

export interface StatusColors {
  /** Fill of a pill, marker or banner; on a light surface Clearing needs an edge in its ink. */
  solid: string;
  /** Text on the solid. */
  on: string;
  /** A tinted background. */
  soft: string;
  /** Text and edges, on the tinted background or on the surface. */
  ink: string;
}

export type Scheme = "light" | "dark";

/** The page background that the colors are tested against. */
export const SURFACE: Record<Scheme, string> = { light: "#ffffff", dark: "#1a2330" };

export const STATUS_COLORS: Record<Scheme, Record<DisplayStatus, StatusColors>> = {
  light: {
    Active: { solid: "#b3170d", on: "#ffffff", soft: "#fdeceb", ink: "#9c140b" },
    Clearing: { solid: "#ffc22e", on: "#2b1d00", soft: "#fff3d1", ink: "#744600" },
    Clear: { solid: "#12693a", on: "#ffffff", soft: "#e6f5ec", ink: "#0f5f34" },
    Unknown: { solid: "#566171", on: "#ffffff", soft: "#eceff3", ink: "#465161" },
  },
  dark: {
    Active: { solid: "#d0281e", on: "#ffffff", soft: "#421715", ink: "#ffaea7" },
    Clearing: { solid: "#ffc53d", on: "#261a00", soft: "#372a0c", ink: "#ffd784" },
    Clear: { solid: "#1d7d49", on: "#ffffff", soft: "#12331f", ink: "#86e2ab" },
    Unknown: { solid: "#626e7f", on: "#ffffff", soft: "#2a3442", ink: "#c5ceda" },
  },
};

const ROLES: readonly (keyof StatusColors)[] = ["solid", "on", "soft", "ink"];

/** Declares `--status-active-solid` and so on at the selector. A browser without `light-dark()` keeps the light colors. */
export function colorStyles(selector: string): string {
  const light = declarations((status, role) => STATUS_COLORS.light[status][role]);
  const both = declarations(
    (status, role) => `light-dark(${STATUS_COLORS.light[status][role]},${STATUS_COLORS.dark[status][role]})`,
  );
  return `${selector}{${light}}@supports (color:light-dark(#000,#fff)){${selector}{${both}}}`;
}

/**
 * Declares the short names `--solid`, `--on`, `--soft` and `--tint` for one status. `--tint` is the ink, because `--ink` is
 * the page's text color.
 */
export function statusStyles(selectorOf: (status: DisplayStatus) => string): string {
  return DISPLAY_STATUSES.map((status) => {
    const shortNames = ROLES.map((role) => `--${role === "ink" ? "tint" : role}:var(${colorVariable(status, role)});`);
    return `${selectorOf(status)}{${shortNames.join("")}}`;
  }).join("");
}

/** Adds the colors to the document, for elements with `data-status`. */
export function addDocumentColors(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(colorStyles(":root") + statusStyles((status) => `[data-status="${status}"]`));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

function colorVariable(status: DisplayStatus, role: keyof StatusColors): string {
  return `--status-${status.toLowerCase()}-${role}`;
}

function declarations(value: (status: DisplayStatus, role: keyof StatusColors) => string): string {
  return DISPLAY_STATUSES.flatMap((status) =>
    ROLES.map((role) => `${colorVariable(status, role)}:${value(status, role)};`),
  ).join("");
}
