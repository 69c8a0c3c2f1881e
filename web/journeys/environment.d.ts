// The Node globals that the journeys use.
declare const process: { env: Record<string, string | undefined> };

/** Files that a journey opens. */
declare const Buffer: { from(text: string): Uint8Array };
