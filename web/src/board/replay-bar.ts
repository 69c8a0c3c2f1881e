// The time slider of a replay.
import { html, type TemplateResult } from "lit";
import type { Language } from "../words/language.ts";
import { readLocal, saidTime, writeLocal } from "./local-time.ts";
import { clamped, isOver, moved, type Replay, SPEEDS } from "./replay.ts";
import { BOARD_WORDS } from "./words.ts";

export interface ReplayBar {
  replay: Replay;
  isPlaying: boolean;
  timeZone: string;
  language: Language;
  change: (replay: Replay) => void;
  play: (on: boolean) => void;
  live: () => void;
}

export function replayBar(bar: ReplayBar): TemplateResult {
  const { replay, isPlaying, timeZone, language } = bar;
  const words = BOARD_WORDS[language];
  const said = saidTime(replay.at, timeZone, language);
  const slide = (event: Event): void => bar.change(moved(replay, Number((event.target as HTMLInputElement).value)));
  return html`<section class="replay" aria-label=${words.replay}>
    <p class="at"><strong>${words.replay}</strong> ${said}</p>
    <input
      type="range"
      aria-label=${words.time}
      aria-valuetext=${said}
      min=${replay.from}
      max=${replay.to}
      step="1000"
      .value=${String(replay.at)}
      @input=${slide}
    />
    <div class="buttons">
      <button type="button" @click=${() => bar.play(!isPlaying)}>${isPlaying ? words.pause : isOver(replay) ? words.playAgain : words.play}</button>
      <label>${words.speed}
        <select @change=${(event: Event) => bar.change({ ...replay, speed: Number((event.target as HTMLSelectElement).value) })}>
          ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === replay.speed}>${speed} ×</option>`)}
        </select>
      </label>
      ${edge(bar, words.from, replay.from, (at) => ({ from: at }))} ${edge(bar, words.to, replay.to, (at) => ({ to: at }))}
      <button type="button" class="second" @click=${bar.live}>${words.backToLive}</button>
    </div>
  </section>`;
}

function edge(
  { replay, timeZone, change }: ReplayBar,
  label: string,
  at: number,
  part: (at: number) => Partial<Replay>,
): TemplateResult {
  const read = (event: Event): void => {
    const typed = readLocal((event.target as HTMLInputElement).value, timeZone);
    // The future cannot be replayed.
    if (typed !== null && typed <= Date.now()) change(clamped({ ...replay, ...part(typed) }));
  };
  return html`<label>${label} <input type="datetime-local" .value=${writeLocal(at, timeZone)} @change=${read} /></label>`;
}
