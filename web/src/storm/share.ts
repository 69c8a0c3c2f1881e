// Shares a link: by the browser's share dialog, else by the clipboard.

/** `unavailable`: the page has to show the link itself. */
export type ShareResult = "shared" | "copied" | "unavailable";

export async function shareLink(title: string, url: string): Promise<ShareResult> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return "shared";
    } catch (error) {
      // The user closed the share dialog.
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
