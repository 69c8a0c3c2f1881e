import { expect, test } from "vitest";
import { decodeText, fileError } from "./message-file.ts";

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

test("a file is UTF-8, or else of a Windows program", () => {
  expect(decodeText(new TextEncoder().encode("34° é").buffer)).toBe("34° é");
  expect(decodeText(bytes(0x33, 0x34, 0xb0, 0x20, 0xe9))).toBe("34° é");
});

test("line ends are those of a pasted text, and a byte order mark is dropped", () => {
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0x62, 0x0d, 0x63))).toBe("a\nb\nc");
});

test.each([
  ["strikes.csv", "text/csv", 10, null],
  ["alert.EML", "", 10, "stored email"],
  ["alert", "message/rfc822", 10, "stored email"],
  ["storm.txt", "text/plain", 5_000_000, "larger than 900 kB"],
])("%s of %s", (name, type, size, expected) => {
  const error = fileError({ name, type, size });
  if (expected === null) expect(error).toBeNull();
  else expect(error).toContain(expected);
});
