// Shares a link by whatever this browser offers.

/** `unavailable`: the page has to show the link itself. */
export type ShareResult = "shared" | "copied" | "unavailable";

export async function shareLink(title: string, url: string): Promise<ShareResult> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return "shared";
    } catch (error) {
      // A user who closes the share dialog wants no other way.
      if (error instanceof DOMException && error.name === "AbortError") return "shared";
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "unavailable";
  }
}
