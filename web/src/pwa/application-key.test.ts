import { expect, it } from "vitest";
import { decodeKey, hasKey } from "./application-key.ts";

it("reads base64url and compares keys", () => {
  const key = decodeKey("-_8A");
  expect([...key]).toEqual([251, 255, 0]);
  const made = (bytes: number[] | null) => ({
    options: { userVisibleOnly: true, applicationServerKey: bytes === null ? null : new Uint8Array(bytes).buffer },
  });
  expect(hasKey(made([251, 255, 0]), key)).toBe(true);
  expect(hasKey(made([251, 255, 1]), key)).toBe(false);
  expect(hasKey(made([251, 255]), key)).toBe(false);
  expect(hasKey(made(null), key)).toBe(false);
});
