// Which section of the guide explains each page of the portal. Pure.
import { type GuideTopic, guideTopics } from "./guide-topics.ts";
import type { Route } from "./route.ts";
import type { Kind } from "./watcher/kind.ts";

export interface GuideLink {
  path: string;
  /** Completes “Help: …”. */
  topic: string;
}

const GUIDE_PATH = "/docs/guide/";

type WatcherPage = "watcher" | "watcher-new";

/** A page, or one for a kind of watchers that has its own section. */
export type GuidePage = Route["page"] | "sign-in" | "first-run" | `${"file" | "status"}-${WatcherPage}`;

/** Exported for the test that every section exists. */
export const GUIDE_PAGES: Record<GuidePage, readonly [section: string, topic: GuideTopic]> = {
  "sign-in": ["users-and-tokens#sessions-and-sign-in-limits", "signIn"],
  storm: ["screens#dashboard", "storm"],
  "storm-report": ["screens#report", "reports"],
  facilities: ["facilities#in-the-portal", "facilities"],
  facility: ["facilities#in-the-portal", "facilities"],
  "facility-new": ["facilities#in-the-portal", "facilities"],
  "facility-import": ["facilities#import-a-file", "import"],
  policies: ["policies#change-the-citys-rule", "policies"],
  policy: ["policies#add-outer-rings", "policies"],
  "policy-new": ["policies#give-a-facility-its-own-policy", "policies"],
  layers: ["aerial-map#boundaries-roads-and-water", "layers"],
  sinks: ["integrate/event-sinks#set-up-a-webhook", "sinks"],
  sink: ["integrate/event-sinks#see-what-was-delivered", "sinks"],
  "sink-new": ["integrate/event-sinks#set-up-a-webhook", "sinks"],
  setup: ["getting-started#the-checklist", "setup"],
  "city-settings": ["getting-started#city-and-coordinates", "coordinates"],
  "first-run": ["getting-started#create-the-first-administrator", "firstAdmin"],
  watchers: ["watch-a-mailbox#health", "watchers"],
  watcher: ["watch-a-mailbox#settings", "watchers"],
  "watcher-new": ["watch-a-mailbox#add-a-watcher", "watchers"],
  "file-watcher": ["watch-a-folder#settings", "files"],
  "file-watcher-new": ["watch-a-folder#add-the-watcher", "files"],
  "status-watcher": ["status-workflows#add-the-watcher", "statusChanges"],
  "status-watcher-new": ["status-workflows#add-the-watcher", "statusChanges"],
  actions: ["watch-a-mailbox#add-actions", "actions"],
  action: ["reference/actions", "actions"],
  "action-new": ["reference/actions", "actions"],
  gallery: ["vendor-mail#1-start-from-a-ready-workflow", "workflows"],
  workbench: ["vendor-mail#2-mark-the-values-in-a-real-email", "workbench"],
  balance: ["troubleshoot#the-balance-shows-differences", "balance"],
  log: ["watch-a-mailbox#find-out-what-happened-to-a-message", "log"],
  message: ["watch-a-mailbox#retry", "failed"],
  explain: ["watch-a-mailbox#find-out-what-happened-to-a-message", "explain"],
  credentials: ["microsoft-365#3-add-the-credential", "credentials"],
  credential: ["microsoft-365#3-add-the-credential", "credentials"],
  "credential-new": ["microsoft-365#3-add-the-credential", "credentials"],
  system: ["monitor#check-by-hand", "system"],
  users: ["users-and-tokens#roles", "users"],
  user: ["users-and-tokens#change-a-password-or-a-role", "users"],
  "user-new": ["users-and-tokens#add-a-user", "users"],
  sessions: ["users-and-tokens#see-and-end-sessions", "sessions"],
  tokens: ["users-and-tokens#create-an-api-token", "tokens"],
  "token-new": ["users-and-tokens#create-an-api-token", "tokens"],
  audit: ["users-and-tokens#read-the-audit-trail", "audit"],
  account: ["users-and-tokens#change-a-password-or-a-role", "account"],
  missing: ["troubleshoot", "troubleshooting"],
};

const PAGES_OF_KIND: Record<Kind, Record<WatcherPage, GuidePage>> = {
  Mailbox: { watcher: "watcher", "watcher-new": "watcher-new" },
  File: { watcher: "file-watcher", "watcher-new": "file-watcher-new" },
  StatusEvent: { watcher: "status-watcher", "watcher-new": "status-watcher-new" },
};

export function watcherGuidePage(kind: Kind, page: WatcherPage): GuidePage {
  return PAGES_OF_KIND[kind][page];
}

export function guideLink(page: GuidePage): GuideLink {
  const [section, topic] = GUIDE_PAGES[page];
  return { path: GUIDE_PATH + section, topic: guideTopics()[topic] };
}

/** `WorkOrder` is at `/docs/guide/reference/actions/work-order`. */
export function actionGuidePath(actionType: string): string {
  const slug = actionType.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
  return `${GUIDE_PATH}reference/actions/${slug}`;
}
