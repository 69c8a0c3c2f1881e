import { expect, test } from "vitest";
import type { EventDelivery } from "../../data/event-sink.ts";
import { joinDeliveries } from "./join-deliveries.ts";

const page = (status: string, ...ids: number[]) => ids.map((eventId) => ({ eventId, status }) as EventDelivery);

test.each([
  ["new events come first, older pages stay", page("old", 5, 4, 3, 2), page("new", 7, 6, 5, 4), [7, 6, 5, 4, 3, 2]],
  ["nothing was shown", [], page("new", 2, 1), [2, 1]],
  ["nothing is left", page("old", 2, 1), [], [2, 1]],
])("%s", (_, shown, newest, ids) => {
  const joined = joinDeliveries(shown, newest);
  expect(joined.map(({ eventId }) => eventId)).toEqual(ids);
  for (const { eventId, status } of joined)
    if (newest.some((one) => one.eventId === eventId)) expect(status).toBe("new");
});
