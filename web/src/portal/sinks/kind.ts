// What the form says about each kind of sink. Pure.
import { SINK_KINDS, type SinkKind } from "../../data/sink-kind.ts";

export interface KindText {
  label: string;
  hint: string;
  urlLabel: string;
  urlHint: string;
  secretLabel: string;
  /** For a sink that has no secret yet. */
  secretHint: string;
  /** Null for a kind that always has a secret. */
  removal: { label: string; hint: string } | null;
  /** A topic of a broker always has the current status, so there is nothing to choose. */
  choosesStatuses: boolean;
}

const TEXTS: Record<SinkKind, KindText> = {
  Webhook: {
    label: "Webhook",
    hint: "Signed JSON by POST, for programs of your own and for automation services.",
    urlLabel: "URL",
    urlHint: "Such as https://signs.example.gov/lightning",
    secretLabel: "Signing secret",
    secretHint: "Leave empty to get a new secret. The receiver verifies the signature with it.",
    removal: null,
    choosesStatuses: true,
  },
  Cap: {
    label: "CAP",
    hint: "CAP 1.2 alerts by POST, for warning systems.",
    urlLabel: "URL",
    urlHint: "Such as https://warnings.example.gov/cap",
    secretLabel: "Signing secret (optional)",
    secretHint: "Starts with whsec_. Leave empty to send alerts without a signature.",
    removal: { label: "Remove the stored secret", hint: "Alerts are sent without a signature." },
    choosesStatuses: true,
  },
  Mqtt: {
    label: "MQTT",
    hint: "Topics of a broker, for Home Assistant, sirens and controllers.",
    urlLabel: "Broker",
    urlHint: "Such as mqtts://stormwire@broker.example.gov:8883",
    secretLabel: "Password (optional)",
    secretHint: "The broker's password for the user in the address.",
    removal: { label: "Remove the stored password", hint: "The service signs in to the broker without a password." },
    choosesStatuses: false,
  },
};

export const KIND_CHOICES = SINK_KINDS.map((value) => ({ value, label: TEXTS[value].label, hint: TEXTS[value].hint }));

/** A newer service may have more kinds. */
export function kindText(kind: string): KindText {
  return TEXTS[kind as SinkKind] ?? { ...TEXTS.Webhook, label: kind, hint: "" };
}
