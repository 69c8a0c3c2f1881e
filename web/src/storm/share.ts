// Gives a link away, by whatever this browser offers.

export type Way = "shared" | "copied" | "shown";

export async function shareLink(title: string, url: string): Promise<Way> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return "shared";
    } catch (error) {
      // Whoever closes the sheet wants nothing more.
      if (error instanceof DOMException && error.name === "AbortError") return "shared";
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "shown";
  }
}
