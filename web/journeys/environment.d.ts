// All that the journeys use of Node's globals.
declare const process: { env: Record<string, string | undefined> };
