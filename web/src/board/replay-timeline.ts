// The time slider of a replay, with the strikes of the period below it.
import { html, svg, type TemplateResult } from "lit";
import type { StrikeColumns } from "../map/strikes.ts";
import type { Language } from "../status-text/language.ts";
import type { Outage } from "./outages.ts";
import { keyStepMs, moveReplayTo, type Replay } from "./replay.ts";
import { densityPath, strikeDensity } from "./replay-density.ts";
import { BOARD_TEXT } from "./text.ts";

const BINS = 160;
const HEIGHT = 12;

export interface TimelineOptions {
  replay: Replay;
  /** The shown time as text. */
  time: string;
  strikes: StrikeColumns;
  /** Times without a record that the feed worked. */
  outages: readonly Outage[];
  language: Language;
  change: (replay: Replay) => void;
}

export function replayTimeline({ replay, time, strikes, outages, language, change }: TimelineOptions): TemplateResult {
  const slide = (event: Event): void => change(moveReplayTo(replay, Number((event.target as HTMLInputElement).value)));
  const type = (event: KeyboardEvent): void => {
    const step = keyStepMs(event.key);
    if (step === null) return;
    event.preventDefault();
    change(moveReplayTo(replay, replay.at + step));
  };
  return html`<div class="replay-time">
    <input
      type="range"
      aria-label=${BOARD_TEXT[language].time}
      aria-valuetext=${time}
      min=${replay.from}
      max=${replay.to}
      step="1000"
      .value=${String(replay.at)}
      @input=${slide}
      @keydown=${type}
    />
    ${strip(replay, strikes, outages)}
  </div>`;
}

/** Bars for strikes; hatching where nobody knows whether there were any. The inner drawing is stretched, the hatching is not. */
function strip({ from, to }: Replay, strikes: StrikeColumns, outages: readonly Outage[]): TemplateResult {
  const share = (at: number): number => (100 * (Math.min(to, Math.max(from, at)) - from)) / Math.max(1, to - from);
  return html`<svg class="density" aria-hidden="true">
    ${svg`<pattern id="outage-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
      <rect class="hatch" width="2" height="6"></rect>
    </pattern>`}
    ${outages.map(
      (outage) =>
        svg`<rect class="outage" x="${share(outage.from)}%" y="0" width="${share(outage.to) - share(outage.from)}%" height="100%" fill="url(#outage-hatch)"></rect>`,
    )}
    ${svg`<svg viewBox="0 0 ${BINS} ${HEIGHT}" preserveAspectRatio="none" width="100%" height="100%">
      <path class="strikes" d=${densityPath(strikeDensity(strikes, from, to, BINS), HEIGHT)}></path>
    </svg>`}
  </svg>`;
}
