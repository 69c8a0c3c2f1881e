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
export type RequestUrl = { url: string; page: string } | { invalid: string };

/** `page` is the facility's own page. Equal attributes give equal URLs, so that elements can share requests. */
export function requestUrl(attribute: AttributeReader, scriptUrl: string): RequestUrl {
  const id = attribute("facility-id")?.trim() ?? "";
  if (!/^[0-9]{1,15}$/.test(id)) return { invalid: "facility-id" };
  const base = baseUrl(attribute("server"), scriptUrl);
  if (base === null) return { invalid: "server" };
  const url = new URL(`lightning-strikes/facilities/${Number(id)}/proximity`, base);
  for (const name of NUMBER_ATTRIBUTES) {
    const text = attribute(name)?.trim();
    if (text === undefined) continue;
    const { parameter, max } = LIMITS[name];
    const value = Number(text);
    if (text === "" || !(value > 0 && value <= max)) return { invalid: name };
    url.searchParams.set(parameter, String(value));
  }
  return { url: url.href, page: new URL(`f/${Number(id)}`, base).href };
}

/** The server URL may have a path, with or without a trailing slash. */
function baseUrl(server: string | null, scriptUrl: string): URL | null {
  try {
    const base = new URL(server?.trim() || ".", scriptUrl);
    if (!/^https?:$/.test(base.protocol)) return null;
    base.search = base.hash = "";
    if (!base.pathname.endsWith("/")) base.pathname += "/";
    return base;
  } catch {
    return null;
  }
}
