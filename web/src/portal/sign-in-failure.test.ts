import { expect, test } from "vitest";
import { signInFailure } from "./sign-in-failure.ts";

test("explains why a sign-in failed", () => {
  expect(signInFailure("")).toBe("");
  expect(signInFailure("?x=1")).toBe("");
  expect(signInFailure("?signInError=no-role")).toContain("no role");
  expect(signInFailure("?signInError=constructor")).toBe("The sign-in failed. Try again.");
  expect(signInFailure("?signInError=%3Cb%3E")).toBe("The sign-in failed. Try again.");
});
