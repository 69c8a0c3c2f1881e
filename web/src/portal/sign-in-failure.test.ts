import { expect, test } from "vitest";
import { signInFailure } from "./sign-in-failure.ts";

test("explains why a sign-in failed", () => {
  expect(signInFailure("")).toBeNull();
  expect(signInFailure("?x=1")).toBeNull();
  expect(signInFailure("?signInError=no-role")).toContain("no role");
  expect(signInFailure("?signInError=constructor")).toBe("The sign-in failed. Try again.");
  expect(signInFailure("?signInError=%3Cb%3E")).toBe("The sign-in failed. Try again.");
});
