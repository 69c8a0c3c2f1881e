import { describe, expect, test } from "vitest";
import { formMessage, parseProblem, retryAfterText, toSentence, unreachableProblem } from "./problem.ts";

describe("an error of the service", () => {
  test("becomes one sentence, and one per field", () => {
    const errors = [
      { field: "point.x", message: "give a number" },
      { field: "name", message: "a name has 1 to 200 characters" },
    ];
    expect(parseProblem(400, { detail: "two fields are wrong", errors }, null)).toEqual({
      status: 400,
      message: "Two fields are wrong.",
      fields: { "point.x": "Give a number.", name: "A name has 1 to 200 characters." },
    });
  });

  test("keeps the first message of a field", () => {
    const errors = [
      { field: "name", message: "first" },
      { field: "name", message: "second" },
    ];
    expect(parseProblem(400, { detail: "x", errors }, null).fields).toEqual({ name: "First." });
  });

  test.each([
    null,
    undefined,
    "<h1>Bad gateway</h1>",
    {},
    { detail: 7, errors: "none" },
    { detail: "", errors: [null, 1] },
  ])("a body without a problem (%j) still gets a message", (body) => {
    expect(parseProblem(502, body, null)).toEqual({
      status: 502,
      message: "The service returned HTTP 502.",
      fields: {},
    });
  });

  test("too many wrong passwords say how long to wait", () => {
    expect(parseProblem(429, { detail: "later" }, "30").message).toBe(
      "Too many wrong passwords. Try again in 30 seconds.",
    );
  });
});

test.each([
  ["0", "Try again in 1 second."],
  ["1", "Try again in 1 second."],
  ["59", "Try again in 59 seconds."],
  ["60", "Try again in 1 minute."],
  ["61", "Try again in 2 minutes."],
  ["900", "Try again in 15 minutes."],
  [null, "Wait a moment, then try again."],
  ["Wed, 21 Oct 2026 07:28:00 GMT", "Wait a moment, then try again."],
])("Retry-After %j is “%s”", (header, text) => {
  expect(retryAfterText(header)).toBe(text);
});

test.each([
  ["it is gone", "It is gone."],
  [" Are x and y swapped? ", "Are x and y swapped?"],
  ["", "."],
])("“%s” becomes the sentence “%s”", (text, sentence) => {
  expect(toSentence(text)).toBe(sentence);
});

test("no response and a timeout have different messages", () => {
  expect(unreachableProblem(new TypeError("Failed to fetch")).message).toContain("cannot be reached");
  expect(unreachableProblem(new DOMException("late", "TimeoutError")).message).toContain("in time");
});

test.each([
  [{ name: "Bad." }, ["name"], null],
  [{ name: "Bad.", other: "Bad." }, ["name"], "All of it."],
  [{}, ["name"], "All of it."],
])("errors %j in a form with fields %j leave the message %j", (fields, shown, message) => {
  expect(formMessage({ status: 400, message: "All of it.", fields }, shown)).toBe(message);
});
