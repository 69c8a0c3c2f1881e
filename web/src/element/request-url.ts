// Builds the request URL from the element's attributes. Pure.

/** The attributes that become query parameters, with the largest value that the service accepts. */
const LIMITS = {
  "radius-miles": { parameter: "radiusMiles", max: 500 },
  "danger-minutes": { parameter: "dangerMinutes", max: 1440 },
  "all-clear-minutes": { parameter: "allClearMinutes", max: 1440 },
} as const;

export type NumberAttribute = keyof typeof LIMITS;
export const NUMBER_ATTRIBUTES = Object.keys(LIMITS) as NumberAttribute[];

export type AttributeReader = (name: "facility-id" | "server" | NumberAttribute) => string | null;

/** `invalid` names an attribute. A default instead of an invalid value could show a wrong Clear. */
export type RequestUrl = { url: string } | { invalid: string };

/** Equal attributes give equal URLs, so that elements can share requests. */
export function requestUrl(attribute: AttributeReader, scriptUrl: string): RequestUrl {
  const id = attribute("facility-id")?.trim() ?? "";
  if (!/^[0-9]{1,15}$/.test(id)) return { invalid: "facility-id" };
  const url = proximityUrl(attribute("server"), scriptUrl, Number(id));
  if (url === null) return { invalid: "server" };
  for (const name of NUMBER_ATTRIBUTES) {
    const text = attribute(name)?.trim();
    if (text === undefined) continue;
    const { parameter, max } = LIMITS[name];
    const value = Number(text);
    if (text === "" || !(value > 0 && value <= max)) return { invalid: name };
    url.searchParams.set(parameter, String(value));
  }
  return { url: url.href };
}

/** The server URL may have a path, with or without a trailing slash. */
function proximityUrl(server: string | null, scriptUrl: string, id: number): URL | null {
  try {
    const base = new URL(server?.trim() || ".", scriptUrl);
    if (!/^https?:$/.test(base.protocol)) return null;
    base.search = base.hash = "";
    if (!base.pathname.endsWith("/")) base.pathname += "/";
    return new URL(`lightning-strikes/facilities/${id}/proximity`, base);
  } catch {
    return null;
  }
}
