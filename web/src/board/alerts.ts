// Sound and notification on a change of status, for whoever asked for them.
import { type Change, GRAVITY } from "../storm/changes.ts";
import type { Standing } from "../words/standing.ts";

const KEPT = "stormwire-alerts";

/** Tones as people know them from horns: one long for danger, three short for the end. Hertz, seconds on, seconds off, times. */
const TONES: Record<Standing, { hertz: number; on: number; off: number; times: number }> = {
  Active: { hertz: 880, on: 1.6, off: 0, times: 1 },
  Clearing: { hertz: 660, on: 0.35, off: 0.15, times: 1 },
  Clear: { hertz: 523, on: 0.35, off: 0.25, times: 3 },
  Unknown: { hertz: 330, on: 0.5, off: 0.2, times: 2 },
};

export class Alerts {
  private audio: AudioContext | null = null;

  get wanted(): boolean {
    try {
      return localStorage.getItem(KEPT) === "on";
    } catch {
      return false;
    }
  }

  /** Called by a click: browsers allow sound and ask about notifications only then. */
  async turn(on: boolean): Promise<void> {
    try {
      localStorage.setItem(KEPT, on ? "on" : "off");
    } catch {
      // A browser may forbid to keep anything; it then holds for this page.
    }
    if (!on) return;
    this.audio ??= new AudioContext();
    await this.audio.resume();
    this.sound("Clearing");
    if ("Notification" in window && Notification.permission === "default") await Notification.requestPermission();
  }

  tell(found: readonly Change[], title: string, words: string): void {
    const gravest = GRAVITY.find((standing) => found.some(({ to }) => to === standing));
    if (gravest === undefined || !this.wanted) return;
    this.sound(gravest);
    // The tag lets a new notification take the place of the last one.
    if ("Notification" in window && Notification.permission === "granted")
      new Notification(title, { body: words, tag: "stormwire" });
  }

  end(): void {
    void this.audio?.close();
    this.audio = null;
  }

  private sound(standing: Standing): void {
    this.audio ??= new AudioContext();
    const { audio } = this;
    const { hertz, on, off, times } = TONES[standing];
    for (let index = 0; index < times; index += 1) {
      const start = audio.currentTime + 0.05 + index * (on + off);
      const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
      tone.frequency.value = hertz;
      // Soft edges: a hard start clicks.
      loudness.gain.setValueAtTime(0, start);
      loudness.gain.linearRampToValueAtTime(0.35, start + 0.03);
      loudness.gain.setValueAtTime(0.35, start + on - 0.05);
      loudness.gain.linearRampToValueAtTime(0, start + on);
      tone.connect(loudness).connect(audio.destination);
      tone.start(start);
      tone.stop(start + on);
    }
  }
}
