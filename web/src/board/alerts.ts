// Sound and browser notifications for status changes, for users who turned them on.
import type { DisplayStatus } from "../status/status.ts";
import { MOST_SEVERE_FIRST, type StatusChange } from "../storm/changes.ts";
import { SavedValue } from "../storm/saved-value.ts";

const SAVED = new SavedValue("stormwire-alerts");

/** As on lightning horns: one long tone for danger, three short ones for the all clear. */
const TONES: Record<DisplayStatus, { hertz: number; onSeconds: number; offSeconds: number; times: number }> = {
  Active: { hertz: 880, onSeconds: 1.6, offSeconds: 0, times: 1 },
  Clearing: { hertz: 660, onSeconds: 0.35, offSeconds: 0.15, times: 1 },
  Clear: { hertz: 523, onSeconds: 0.35, offSeconds: 0.25, times: 3 },
  Unknown: { hertz: 330, onSeconds: 0.5, offSeconds: 0.2, times: 2 },
};

export class StatusAlerts {
  private audio: AudioContext | null = null;

  get isOn(): boolean {
    return SAVED.read() === "on";
  }

  /** Call it from a click handler: browsers allow sound and the notification prompt only there. */
  async setOn(on: boolean): Promise<void> {
    SAVED.write(on ? "on" : "off");
    if (!on) return;
    this.audio ??= new AudioContext();
    await this.audio.resume();
    this.play("Clearing");
    if ("Notification" in window && Notification.permission === "default") await Notification.requestPermission();
  }

  alert(changes: readonly StatusChange[], title: string, body: string): void {
    const mostSevere = MOST_SEVERE_FIRST.find((status) => changes.some(({ to }) => to === status));
    if (mostSevere === undefined || !this.isOn) return;
    this.play(mostSevere);
    // With the same tag a notification replaces the last one.
    if ("Notification" in window && Notification.permission === "granted")
      new Notification(title, { body, tag: "stormwire" });
  }

  stop(): void {
    void this.audio?.close();
    this.audio = null;
  }

  private play(status: DisplayStatus): void {
    this.audio ??= new AudioContext();
    const { audio } = this;
    const { hertz, onSeconds, offSeconds, times } = TONES[status];
    for (let index = 0; index < times; index += 1) {
      const start = audio.currentTime + 0.05 + index * (onSeconds + offSeconds);
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.frequency.value = hertz;
      // Ramps avoid an audible click at the start and the end.
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(0.35, start + 0.03);
      volume.gain.setValueAtTime(0.35, start + onSeconds - 0.05);
      volume.gain.linearRampToValueAtTime(0, start + onSeconds);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + onSeconds);
    }
  }
}
