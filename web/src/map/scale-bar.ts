// The scale bar: a round length that fits. Pure.
import type { Language } from "../status-text/language.ts";
import { FEET_PER_MILE } from "./view.ts";

export interface ScaleBar {
  feet: number;
  pixels: number;
  /** “2 mi”, “500 ft” */
  text: string;
}

const FEET_UNIT: Record<Language, string> = { en: "ft", es: "pies" };

export function scaleBar(feetPerPixel: number, maxPixels: number, language: Language = "en"): ScaleBar {
  const maxFeet = feetPerPixel * maxPixels;
  const isMiles = maxFeet >= FEET_PER_MILE;
  const unit = isMiles ? FEET_PER_MILE : 1;
  const length = roundDown(maxFeet / unit);
  return {
    feet: length * unit,
    pixels: (length * unit) / feetPerPixel,
    text: `${formatLength(length)} ${isMiles ? "mi" : FEET_UNIT[language]}`,
  };
}

/** To 1, 2, 5, 10, 20 and so on. */
function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [5, 2, 1].find((digit) => digit * power <= value * (1 + 1e-9)) ?? 1;
  return step * power;
}

function formatLength(length: number): string {
  return length >= 1 ? String(Math.round(length)) : String(Number(length.toPrecision(1)));
}
