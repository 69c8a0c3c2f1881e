// Events from pages to the shell. They go over the window, so that pages need no reference to the shell.
import type { CurrentUser } from "../data/session.ts";
import type { GuidePage } from "./guide-links.ts";

/** The URL has changed by `go`. */
export class Navigated extends Event {
  static readonly type = "storm-navigated";
  constructor(readonly message: string) {
    super(Navigated.type);
  }
}

/** Something succeeded; the shell shows and announces it. */
export class StatusShown extends Event {
  static readonly type = "storm-status-shown";
  constructor(readonly message: string) {
    super(StatusShown.type);
  }
}

export class SignedIn extends Event {
  static readonly type = "storm-signed-in";
  constructor(readonly currentUser: CurrentUser) {
    super(SignedIn.type);
  }
}

/** The message is shown on the sign-in page. */
export class SignedOut extends Event {
  static readonly type = "storm-signed-out";
  constructor(readonly message: string) {
    super(SignedOut.type);
  }
}

/** The page knows better than its path which section of the guide explains it. */
export class GuidePageChosen extends Event {
  static readonly type = "storm-guide-page-chosen";
  constructor(readonly page: GuidePage) {
    super(GuidePageChosen.type);
  }
}

declare global {
  interface WindowEventMap {
    "storm-navigated": Navigated;
    "storm-status-shown": StatusShown;
    "storm-signed-in": SignedIn;
    "storm-signed-out": SignedOut;
    "storm-guide-page-chosen": GuidePageChosen;
  }
}

/** Opens another page of the portal, with a status message there. */
export function navigateTo(path: string, { replace = false, message = "" } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  window.dispatchEvent(new Navigated(message));
}

export function chooseGuidePage(page: GuidePage): void {
  window.dispatchEvent(new GuidePageChosen(page));
}

export function showStatus(message: string): void {
  window.dispatchEvent(new StatusShown(message));
}
