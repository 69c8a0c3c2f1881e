// The colours of the standings, as CSS custom properties for light and dark.
import { STANDINGS, type Standing } from "./standing.ts";

export interface Colours {
  /** A filled pill, marker or banner; Clearing needs an edge of its ink on a light sheet. */
  solid: string;
  /** What is read on the solid. */
  on: string;
  /** A tinted ground. */
  soft: string;
  /** Text and edges in the colour of the standing, on the tinted ground or on the sheet. */
  ink: string;
}

export type Scheme = "light" | "dark";

/** What the colours were chosen for: the sheet of the pages. */
export const SHEET: Record<Scheme, string> = { light: "#ffffff", dark: "#1a2330" };

export const COLOURS: Record<Scheme, Record<Standing, Colours>> = {
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

/** `--status-active-solid` and so on. */
export function colourName(standing: Standing, role: keyof Colours): string {
  return `--status-${standing.toLowerCase()}-${role}`;
}

/**
 * Declarations for one rule. They follow the `color-scheme` of the place; a browser without `light-dark()` keeps the light ones,
 * because the caller puts `colourDeclarations()` first and `schemeDeclarations()` behind `@supports`.
 */
export function colourDeclarations(): string {
  return declare((standing, role) => COLOURS.light[standing][role]);
}

export function schemeDeclarations(): string {
  return declare((standing, role) => `light-dark(${COLOURS.light[standing][role]},${COLOURS.dark[standing][role]})`);
}

/** The whole sheet for a selector, as in `colourSheet(":root")`. */
export function colourSheet(selector: string): string {
  const dark = `@supports (color:light-dark(#000,#fff)){${selector}{${schemeDeclarations()}}}`;
  return `${selector}{${colourDeclarations()}}${dark}`;
}

function declare(value: (standing: Standing, role: keyof Colours) => string): string {
  const roles: (keyof Colours)[] = ["solid", "on", "soft", "ink"];
  return STANDINGS.flatMap((standing) =>
    roles.map((role) => `${colourName(standing, role)}:${value(standing, role)};`),
  ).join("");
}
