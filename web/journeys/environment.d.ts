// The only Node global that the journeys use.
declare const process: { env: Record<string, string | undefined> };
