const TIMEOUT_MS = 15_000;

/** The content of a guide page as an HTML fragment; null if it cannot be read. */
export async function readGuideFragment(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`${path}.fragment.html`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const isHtml = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    return response.ok && isHtml ? await response.text() : null;
  } catch {
    return null;
  }
}
