import { expect, test } from "vitest";
import { PROMISE_MS } from "../words/freshness.ts";
import type { Moment } from "../words/moment.ts";
import { WORDS } from "../words/words.ts";
import { readAnswer } from "./answer.ts";
import type { News } from "./desk.ts";
import { AS_OF, body, clearBlock, proximity } from "./sample.ts";
import { faultyView, view } from "./view.ts";

const ASKED: Moment = { wall: 0, steady: 0 };
const after = (ms: number): Moment => ({ wall: ms, steady: ms });
const none: News = { held: null, refusal: null, failures: 0 };

function held(told: unknown, more: Partial<News> = {}): News {
  const answer = readAnswer(told);
  if (answer === null) throw new Error("the sample is no answer");
  return { ...none, held: { ...answer, askedAt: ASKED }, ...more };
}

const feed = (healthy: boolean | null) => ({ feed: { healthy } });
const shown = (news: News, ms = 0, language: "en" | "es" = "en") => view(news, after(ms), WORDS[language]);

test("an Active says where, when and until when", () => {
  const { asOf, ...rest } = shown(held(body()), 22_000);
  expect(asOf).toMatch(/^as of \d\d:\d\d:\d\d, 22 s old$/);
  expect(rest).toEqual({
    standing: "Active",
    word: "Active",
    name: "Maple Pool",
    advice: "Lightning is close. Go inside now.",
    wait: "All clear in 25:27 if nothing more strikes",
    figure: "25:27",
    note: "",
    facts: {
      last: { distance: "2.3 miles", rest: "4 min ago, to the ground" },
      closest: { distance: "1.1 miles", rest: "13 min ago, in the clouds" },
      count: "3 strikes within 8 miles in 30 minutes",
      radius: "8-mile radius",
      ring: expect.anything() as object,
    },
  });
});

test("a Clear without any strike says so", () => {
  const { standing, wait, note, facts } = shown(held(body({}, clearBlock())));
  expect({ standing, wait, note }).toEqual({ standing: "Clear", wait: "", note: "" });
  expect(facts).toMatchObject({
    last: { distance: "none", rest: "" },
    closest: { distance: "none", rest: "" },
    count: "0 strikes within 8 miles in 30 minutes",
  });
});

test("a countdown that has run out waits for an answer and does not turn green", () => {
  const past = proximity({ clearAt: AS_OF });
  expect(shown(held(body({}, past)), 5_000)).toMatchObject({
    standing: "Active",
    wait: "Waiting for the all clear",
    figure: "",
  });
});

test.each<[string, News, number, string]>([
  ["nothing yet", none, 0, "Asking for the status …"],
  ["no answer yet", { ...none, failures: 1 }, 0, "The server cannot be reached."],
  ["no facility", { ...none, refusal: "noFacility" }, 0, "There is no such facility."],
  ["no place", { ...none, refusal: "noAnchor" }, 0, "This facility has no position."],
  ["refused", { ...none, refusal: "refused" }, 0, "The server refused the question."],
  ["expired", held(body()), PROMISE_MS + 1, "This display has had no news for too long. Last known: Active."],
  [
    "expired and lost",
    held(body({}, clearBlock()), { failures: 4 }),
    PROMISE_MS + 1,
    "This display has had no news for too long. Last known: Clear. The server cannot be reached.",
  ],
  ["feed down", held(body(feed(false), clearBlock())), 0, "The lightning feed is not working."],
  ["no feed", held(body(feed(null), clearBlock())), 0, "No lightning feed is set up."],
])("%s: Unknown, and it is said why", (_, news, ms, note) => {
  expect(shown(news, ms)).toMatchObject({ standing: "Unknown", note, wait: "", facts: null });
});

test("an Active whose feed is down stays Active, warns, and promises no end", () => {
  const { standing, note, wait } = shown(held(body(feed(false))));
  expect(standing).toBe("Active");
  expect(note).toContain("It may be worse than shown.");
  expect(wait).toMatch(/^No all clear before \d\d:\d\d:\d\d$/);
});

test.each([
  [1, ""],
  [2, "The server cannot be reached."],
])("%i lost answers in a row are told as “%s” while the held one is young", (failures, note) => {
  expect(shown(held(body(), { failures }), 60_000)).toMatchObject({ standing: "Active", note });
});

test("it speaks Spanish", () => {
  const { word, advice, wait, facts } = shown(held(body()), 0, "es");
  expect([word, advice, wait, facts?.last.distance, facts?.last.rest]).toEqual([
    "Activo",
    "Hay rayos cerca. Entre ya a un lugar cerrado.",
    "Fin de la alerta en 25:49 si no caen más rayos",
    "2.3 millas",
    "hace 4 min, a tierra",
  ]);
});

test("an attribute that cannot be understood is named, and nothing is shown as safe", () => {
  expect(faultyView("radius-miles", WORDS.en)).toMatchObject({
    standing: "Unknown",
    note: "The attribute radius-miles is missing or wrong.",
    facts: null,
  });
});
