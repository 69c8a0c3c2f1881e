// Whether a browser can show notifications. Pure.

export type PushSupport = "supported" | "blocked" | "unsupported" | "needs-install";

export interface BrowserTraits {
  hasServiceWorker: boolean;
  hasPush: boolean;
  /** Null without the interface. */
  permission: NotificationPermission | null;
  userAgent: string;
  maxTouchPoints: number;
}

export function pushSupport(traits: BrowserTraits): PushSupport {
  if (traits.hasServiceWorker && traits.hasPush && traits.permission !== null)
    return traits.permission === "denied" ? "blocked" : "supported";
  // Safari on iPhone and iPad offers push only to apps on the home screen. An iPad pretends to be a Mac.
  const isApplePhone = /iPhone|iPad|iPod/.test(traits.userAgent);
  const isTablet = traits.userAgent.includes("Macintosh") && traits.maxTouchPoints > 1;
  return traits.hasServiceWorker && (isApplePhone || isTablet) ? "needs-install" : "unsupported";
}

export function readTraits(): BrowserTraits {
  return {
    hasServiceWorker: "serviceWorker" in navigator,
    hasPush: "PushManager" in window,
    permission: "Notification" in window ? Notification.permission : null,
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
  };
}
