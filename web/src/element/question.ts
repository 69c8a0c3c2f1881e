// From the attributes to the question that is asked. Pure.

/** The attributes that become parameters, with the most that the service takes. */
const LIMITS = {
  "radius-miles": { parameter: "radiusMiles", most: 500 },
  "danger-minutes": { parameter: "dangerMinutes", most: 1440 },
  "all-clear-minutes": { parameter: "allClearMinutes", most: 1440 },
} as const;

export type NumberAttribute = keyof typeof LIMITS;
export const NUMBERS = Object.keys(LIMITS) as NumberAttribute[];

export type Attributes = (name: "facility-id" | "server" | NumberAttribute) => string | null;

/** A question, or the attribute that cannot be understood: guessing what was meant could show a green that nobody asked for. */
export type Question = { url: string } | { faulty: string };

/** The same words for the same question, so that two elements can share it. */
export function question(attribute: Attributes, home: string): Question {
  const id = attribute("facility-id")?.trim() ?? "";
  if (!/^[0-9]{1,15}$/.test(id)) return { faulty: "facility-id" };
  const url = address(attribute("server"), home, Number(id));
  if (url === null) return { faulty: "server" };
  for (const name of NUMBERS) {
    const text = attribute(name)?.trim();
    if (text === undefined) continue;
    const { parameter, most } = LIMITS[name];
    const value = Number(text);
    if (text === "" || !(value > 0 && value <= most)) return { faulty: name };
    url.searchParams.set(parameter, String(value));
  }
  return { url: url.href };
}

/** A server may live below a path; a slash at its end makes no difference. */
function address(server: string | null, home: string, id: number): URL | null {
  try {
    const base = new URL(server?.trim() || ".", home);
    if (!/^https?:$/.test(base.protocol)) return null;
    base.search = base.hash = "";
    if (!base.pathname.endsWith("/")) base.pathname += "/";
    return new URL(`lightning-strikes/facilities/${id}/proximity`, base);
  } catch {
    return null;
  }
}
