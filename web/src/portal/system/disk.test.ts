import { expect, test } from "vitest";
import { diskWarning, freeText, growthText } from "./disk.ts";

const roomy = { isFull: false, freeBytes: 80e9, totalBytes: 100e9, growthBytesPerDay: 1e6, fullInDays: null };

test.each([
  [null, "not known yet"],
  [0, "0 bytes"],
  [2_500_000, "2.5 MB"],
  [-1_000, "−1.0 kB"],
])("growth of %s is %s", (bytes, expected) => {
  expect(growthText(bytes)).toBe(expected);
});

test("free space names the size of the disk and how long it lasts", () => {
  expect(freeText(roomy)).toBe("80.0 GB of 100.0 GB");
  expect(freeText({ ...roomy, fullInDays: 0 })).toBe("80.0 GB of 100.0 GB, lasts less than a day");
  expect(freeText({ ...roomy, fullInDays: 1 })).toBe("80.0 GB of 100.0 GB, lasts 1 day");
  expect(freeText({ ...roomy, fullInDays: 800 })).toBe("80.0 GB of 100.0 GB, lasts 2 years");
  expect(freeText({ ...roomy, freeBytes: null, totalBytes: null })).toBe("see the database server");
});

test("warns about a full disk, little time and little space", () => {
  expect(diskWarning(roomy)).toBeNull();
  expect(diskWarning({ ...roomy, isFull: true })).toContain("The disk is full");
  expect(diskWarning({ ...roomy, fullInDays: 30 })).toContain("full in 30 days");
  expect(diskWarning({ ...roomy, fullInDays: 31 })).toBeNull();
  expect(diskWarning({ ...roomy, freeBytes: 9e9 })).toContain("Less than 10%");
});
