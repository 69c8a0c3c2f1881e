// How long a page may hear nothing before it acts. Pure.

/** The service sends something at least every 15 seconds: after this silence the stream is opened again, and the page polls. */
export const MAX_SILENCE_MS = 35_000;

/** Leaves time to open a lost stream again, so that a restart of the service is not a loss of contact. */
const MAX_CONTACT_GAP_MS = 45_000;

/**
 * Whether both ways to the service fail: the stream, which has promised to send something, and polling. Then what is shown
 * cannot be confirmed any more, however new it is. Without a stream, only the age of the report counts.
 */
export function hasLostContact(silentMs: number | null, failedPolls: number): boolean {
  return silentMs !== null && failedPolls > 0 && !(silentMs <= MAX_CONTACT_GAP_MS);
}
