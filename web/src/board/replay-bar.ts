// The controls of a replay: time slider, speed and period.
import { html, type TemplateResult } from "lit";
import type { Language } from "../status-text/language.ts";
import { formatLocalInput, formatLocalTime, parseLocalTime } from "./local-time.ts";
import { clampReplay, hasEnded, moveReplayTo, type Replay, SPEEDS } from "./replay.ts";
import { BOARD_TEXT } from "./text.ts";

export interface ReplayBarOptions {
  replay: Replay;
  isPlaying: boolean;
  timeZone: string;
  language: Language;
  change: (replay: Replay) => void;
  play: (on: boolean) => void;
  goLive: () => void;
}

export function replayBar(bar: ReplayBarOptions): TemplateResult {
  const { replay, isPlaying, timeZone, language } = bar;
  const text = BOARD_TEXT[language];
  const time = formatLocalTime(replay.at, timeZone, language);
  const slide = (event: Event): void =>
    bar.change(moveReplayTo(replay, Number((event.target as HTMLInputElement).value)));
  const setSpeed = (event: Event): void =>
    bar.change({ ...replay, speed: Number((event.target as HTMLSelectElement).value) });
  return html`<section class="replay framed" aria-label=${text.replay}>
    <p class="at"><strong>${text.replay}</strong> ${time}</p>
    <input
      type="range"
      aria-label=${text.time}
      aria-valuetext=${time}
      min=${replay.from}
      max=${replay.to}
      step="1000"
      .value=${String(replay.at)}
      @input=${slide}
    />
    <div class="buttons">
      <button type="button" @click=${() => bar.play(!isPlaying)}>${isPlaying ? text.pause : hasEnded(replay) ? text.playAgain : text.play}</button>
      <label>${text.speed}
        <select @change=${setSpeed}>
          ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === replay.speed}>${speed} ×</option>`)}
        </select>
      </label>
      ${timeInput(bar, text.from, replay.from, (at) => ({ from: at }))} ${timeInput(bar, text.to, replay.to, (at) => ({ to: at }))}
      <button type="button" class="second" @click=${bar.goLive}>${text.backToLive}</button>
    </div>
  </section>`;
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
