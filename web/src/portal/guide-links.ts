// Which page of the guide explains each page of the portal. Pure.
import type { Route } from "./route.ts";

export interface GuideLink {
  path: string;
  /** Completes “Help: …”. */
  topic: string;
}

const GUIDE_PATH = "/docs/guide/";

/** Exported for the test that every guide page exists. */
export const GUIDE_PAGES: Record<Route["page"] | "sign-in", readonly [guidePage: string, topic: string]> = {
  "sign-in": ["users-and-tokens", "signing in"],
  storm: ["screens", "the storm page"],
  "storm-report": ["screens", "storm reports"],
  facilities: ["facilities", "facilities"],
  facility: ["facilities", "facilities"],
  "facility-new": ["facilities", "facilities"],
  watchers: ["watch-a-mailbox", "watchers"],
  watcher: ["watch-a-mailbox", "watchers"],
  "watcher-new": ["watch-a-mailbox", "watchers"],
  actions: ["reference/actions", "actions"],
  action: ["reference/actions", "actions"],
  "action-new": ["reference/actions", "actions"],
  gallery: ["watch-a-mailbox", "ready workflows"],
  workbench: ["vendor-mail", "the workbench"],
  balance: ["troubleshoot", "the balance"],
  log: ["operate", "the log"],
  message: ["troubleshoot", "failed messages"],
  explain: ["troubleshoot", "missing messages"],
  credentials: ["microsoft-365", "credentials"],
  credential: ["microsoft-365", "credentials"],
  "credential-new": ["microsoft-365", "credentials"],
  system: ["operate", "the system page"],
  users: ["users-and-tokens", "users"],
  user: ["users-and-tokens", "users"],
  "user-new": ["users-and-tokens", "users"],
  tokens: ["users-and-tokens", "tokens"],
  "token-new": ["users-and-tokens", "tokens"],
  audit: ["users-and-tokens", "the audit trail"],
  account: ["users-and-tokens", "your account"],
  missing: ["troubleshoot", "troubleshooting"],
};

export function guideLink(page: keyof typeof GUIDE_PAGES): GuideLink {
  const [guidePage, topic] = GUIDE_PAGES[page];
  return { path: GUIDE_PATH + guidePage, topic };
}

/** `WorkOrder` is at `/docs/guide/reference/actions/work-order`. */
export function actionGuidePath(actionType: string): string {
  const slug = actionType.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
  return `${GUIDE_PATH}reference/actions/${slug}`;
}
