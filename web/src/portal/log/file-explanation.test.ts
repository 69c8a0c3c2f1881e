import { afterEach, expect, test } from "vitest";
import type { Watcher } from "../../data/watcher.ts";
import { setPageLanguage } from "../../status-text/page-language.ts";
import { notInFoldersText, reasonText, type WatchedFolder } from "./file-explanation.ts";

afterEach(() => setPageLanguage("en"));

const watcher = { pattern: "*.csv", stableSeconds: 2, rescanSeconds: 60, maxFileMb: 50 };

test.each([
  ["BeingWritten", /2 seconds/],
  ["TooLarge", /50 MB/],
  ["Unmatched", /“\*\.csv”/],
  ["Waiting", /60 seconds/],
  ["Disabled", /^The watcher is disabled/],
  ["InLog", /log/],
] as const)("%s is explained with the settings of the watcher", (reason, expected) => {
  expect(reasonText({ reason }, watcher)).toMatch(expected);
});

test("reasons are in the language of the page", () => {
  setPageLanguage("es");
  expect(reasonText({ reason: "Unmatched" }, watcher)).toContain("no coincide");
});

function folder(path: string, found: number, problem: string | null = null): WatchedFolder {
  const file = { fileName: "a.csv", sizeBytes: 1, reason: "Waiting" as const, logId: null };
  const files = Array.from({ length: found }, () => file);
  return { watcher: {} as Watcher, explanation: { folder: path, problem, files, isIncomplete: false } };
}

test("a file that no folder has is reported with the folders that were read", () => {
  expect(notInFoldersText([])).toBeNull();
  expect(notInFoldersText([folder("/srv/a", 0, "gone")])).toBeNull();
  expect(notInFoldersText([folder("/srv/a", 0), folder("/srv/b", 1)])).toBeNull();
  expect(notInFoldersText([folder("/srv/a", 0), folder("/srv/b", 0), folder("/srv/c", 0, "gone")])).toBe(
    "It is not in /srv/a, /srv/b. Subfolders are not read, and symbolic links are not followed.",
  );
});
