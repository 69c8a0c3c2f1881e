// What pages tell the shell. All of it goes over the window, so that no page needs to know where the shell is.
import type { Person } from "../data/session.ts";

/** The address has changed by `go`. */
export class Navigated extends Event {
  static readonly type = "storm-navigated";
  constructor(readonly words: string) {
    super(Navigated.type);
  }
}

/** Something went well; the shell says it where it is seen and heard. */
export class Said extends Event {
  static readonly type = "storm-said";
  constructor(readonly words: string) {
    super(Said.type);
  }
}

export class SignedIn extends Event {
  static readonly type = "storm-signed-in";
  constructor(readonly person: Person) {
    super(SignedIn.type);
  }
}

/** The person has ended the session; `words` say so on the sign-in page. */
export class SignedOut extends Event {
  static readonly type = "storm-signed-out";
  constructor(readonly words: string) {
    super(SignedOut.type);
  }
}

declare global {
  interface WindowEventMap {
    "storm-navigated": Navigated;
    "storm-said": Said;
    "storm-signed-in": SignedIn;
    "storm-signed-out": SignedOut;
  }
}

/** Goes to another page of the portal, and says something there. */
export function go(path: string, { replace = false, words = "" } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  window.dispatchEvent(new Navigated(words));
}

export function say(words: string): void {
  window.dispatchEvent(new Said(words));
}
