export const SINK_KINDS = ["Webhook", "Cap", "Mqtt"] as const;
export type SinkKind = (typeof SINK_KINDS)[number];
