// Joins the newest page of a delivery log with what is already shown. Pure.
import type { EventDelivery } from "../../data/event-sink.ts";

/** The newest page replaces its part; older deliveries stay. */
export function joinDeliveries(shown: EventDelivery[], newest: EventDelivery[]): EventDelivery[] {
  const oldest = newest.at(-1)?.eventId ?? Infinity;
  return [...newest, ...shown.filter(({ eventId }) => eventId < oldest)];
}
