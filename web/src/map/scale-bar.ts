// The scale bar: a round length that fits. Pure.
import type { Language } from "../status-text/language.ts";
import { FEET_PER_MILE } from "./view.ts";

export interface ScaleBar {
  feet: number;
  pixels: number;
  /** “2 mi”, “500 ft” */
  text: string;
}

const FEET: Record<Language, string> = { en: "ft", es: "pies" };

/** The longest round length that is at most `room` pixels wide. */
export function scaleBar(feetPerPixel: number, room: number, language: Language = "en"): ScaleBar {
  const most = feetPerPixel * room;
  const isFar = most >= FEET_PER_MILE;
  const unit = isFar ? FEET_PER_MILE : 1;
  const length = round(most / unit);
  return {
    feet: length * unit,
    pixels: (length * unit) / feetPerPixel,
    text: `${plain(length)} ${isFar ? "mi" : FEET[language]}`,
  };
}

/** The largest of 1, 2, 5, 10, 20 … that is not larger. */
function round(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2, 1].find((digit) => digit * power <= most * (1 + 1e-9)) ?? 1;
  return step * power;
}

function plain(length: number): string {
  return length >= 1 ? String(Math.round(length)) : String(Number(length.toPrecision(1)));
}
