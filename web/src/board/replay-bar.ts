// The controls of a replay. They stay in view, because the time and the way back to now must never be out of sight.
import { html, type TemplateResult } from "lit";
import type { StrikeColumns } from "../map/strikes.ts";
import type { Language } from "../status-text/language.ts";
import { liveChip } from "../storm/live-chip.ts";
import { REPLAY_TEXT } from "../storm/replay-text.ts";
import type { CitySummary } from "../storm/summary.ts";
import { formatLocalInput, formatLocalTime, parseLocalTime } from "./local-time.ts";
import type { Outage } from "./outages.ts";
import { clampReplay, hasEnded, type Replay, SPEEDS } from "./replay.ts";
import { replayTimeline } from "./replay-timeline.ts";
import { BOARD_TEXT } from "./text.ts";

export interface ReplayBarOptions {
  replay: Replay;
  isPlaying: boolean;
  strikes: StrikeColumns;
  outages: readonly Outage[];
  /** The status of now. */
  live: CitySummary;
  timeZone: string;
  language: Language;
  change: (replay: Replay) => void;
  play: (on: boolean) => void;
  goLive: () => void;
}

export function replayBar(bar: ReplayBarOptions): TemplateResult {
  const { replay, isPlaying, strikes, outages, timeZone, language, change } = bar;
  const text = BOARD_TEXT[language];
  const time = formatLocalTime(replay.at, timeZone, language);
  const playText = isPlaying ? text.pause : hasEnded(replay) ? text.playAgain : text.play;
  return html`<section class="replay framed" aria-label=${text.replay}>
    <p class="at"><strong>${REPLAY_TEXT[language].replay}</strong> ${time}</p>
    ${liveChip(bar.live, language, bar.goLive)}
    <button type="button" class="play" @click=${() => bar.play(!isPlaying)}>${playText}</button>
    ${replayTimeline({ replay, time, strikes, outages, language, change })} ${options(bar)}
  </section>`;
}

function options(bar: ReplayBarOptions): TemplateResult {
  const { replay, language } = bar;
  const text = BOARD_TEXT[language];
  const setSpeed = (event: Event): void =>
    bar.change({ ...replay, speed: Number((event.target as HTMLSelectElement).value) });
  return html`<details class="options">
    <summary>${text.speedAndPeriod}</summary>
    <div class="buttons">
      <label>${text.speed}
        <select @change=${setSpeed}>
          ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === replay.speed}>${speed} ×</option>`)}
        </select>
      </label>
      ${timeInput(bar, text.from, replay.from, (at) => ({ from: at }))} ${timeInput(bar, text.to, replay.to, (at) => ({ to: at }))}
    </div>
  </details>`;
}

function timeInput(
  { replay, timeZone, change }: ReplayBarOptions,
  label: string,
  at: number,
  toChange: (at: number) => Partial<Replay>,
): TemplateResult {
  const read = (event: Event): void => {
    const time = parseLocalTime((event.target as HTMLInputElement).value, timeZone);
    // The future cannot be replayed.
    if (time !== null && time <= Date.now()) change(clampReplay({ ...replay, ...toChange(time) }));
  };
  return html`<label>${label} <input
    type="datetime-local"
    .value=${formatLocalInput(at, timeZone)}
    @change=${read}
  /></label>`;
}
