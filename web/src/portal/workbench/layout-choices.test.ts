import { expect, test } from "vitest";
import {
  isSameSegmentation,
  presetChoices,
  proposalChoices,
  searchesTagsAsText,
  segmentationOf,
  splitChoices,
  withReadyLayout,
  withSegmentation,
} from "./layout-choices.ts";

const PARAGRAPH = String.raw`(?:\A|\n[ \t]*\n)\s*(?=\S)`;

/** As in the schema of the `TextExtract` handler. */
const SCHEMA = {
  properties: { Segment: { $ref: "#/$defs/SegmentSpec", description: "How the text is cut into records." } },
  $defs: {
    SegmentSpec: {
      type: "object",
      "x-presets": {
        Paragraph: { Source: "$.BodyText", StartPattern: PARAGRAPH },
        "HTML table row": { Source: "$._RawBody", StartPattern: "<tr[^>]*>", ClosePattern: "</tr>" },
        "Whole message": { StartPattern: String.raw`\A` },
      },
    },
  },
};
const PRESETS = presetChoices(SCHEMA);
const [paragraph, tableRow] = PRESETS as [(typeof PRESETS)[0], (typeof PRESETS)[0]];

test("presets come from the schema, in its order", () => {
  expect(PRESETS.map(({ name, source, start, close }) => [name, source, start, close])).toEqual([
    ["Paragraph", "$.BodyText", PARAGRAPH, null],
    ["HTML table row", "$._RawBody", "<tr[^>]*>", "</tr>"],
    ["Whole message", "$.BodyText", String.raw`\A`, null],
  ]);
  expect(presetChoices({})).toEqual([]);
});

test.each(PRESETS.map((preset) => [preset.name, preset] as const))(
  "%s is recognized after it was chosen",
  (_, preset) => {
    const config = withSegmentation(
      { Op: { Action: "Extract" }, Segment: { StartPattern: "x", ClosePattern: "y", Filter: "z" }, Fields: { A: {} } },
      preset,
    );
    expect(PRESETS.filter((choice) => isSameSegmentation(choice, segmentationOf(config)))).toEqual([preset]);
    expect(config).toMatchObject({ Op: { Action: "Extract" }, Fields: { A: {} } });
  },
);

test("a preset for tables searches the raw body, and the next one the readable text again", () => {
  const table = withSegmentation({ Op: { Source: "$.BodyText" } }, tableRow);
  expect(table).toEqual({
    Op: { Source: "$._RawBody" },
    Segment: { StartPattern: "<tr[^>]*>", ClosePattern: "</tr>" },
  });
  expect(withSegmentation(table, paragraph).Op).toEqual({ Source: "$.BodyText" });
});

const PROPOSALS = proposalChoices([
  {
    name: "Lines",
    source: "$.BodyText",
    segment: { StartPattern: "(?m)^", Filter: String.raw`\d` },
    count: 4,
    samples: ["1,34.7", "2,34.8"],
  },
  { name: "Blank lines", source: "$.BodyText", segment: { StartPattern: PARAGRAPH }, count: 1, samples: [] },
]);

test("a proposal has its count and its first record", () => {
  expect(PROPOSALS.map(({ name, count, sample, filter }) => [name, count, sample, filter])).toEqual([
    ["Lines", 4, "1,34.7", String.raw`\d`],
    ["Blank lines", 1, null, null],
  ]);
});

const CSV = {
  name: "CSV with header",
  source: "$.BodyText",
  segment: { StartPattern: "(?m)^[^,]*,", ClosePattern: String.raw`\n`, Header: "Time,Lat,Lon" },
  count: 2,
  samples: [],
};

test("the header of a proposal is kept until another way is chosen", () => {
  const [csv] = proposalChoices([CSV]) as [(typeof PROPOSALS)[0]];
  const config = { Op: { Source: "$.BodyText" }, Segment: { Ignore: "center", Header: "Old" }, Fields: {} };
  const chosen = withSegmentation(config, csv);
  expect(chosen.Segment).toEqual({ ...CSV.segment, Ignore: "center" });
  expect(isSameSegmentation(csv, segmentationOf(chosen))).toBe(true);
  expect(withSegmentation(chosen, paragraph).Segment).toEqual({ StartPattern: PARAGRAPH, Ignore: "center" });
});

test("patterns without the header of a proposal are another way", () => {
  const { Header: _, ...segment } = CSV.segment;
  const [csv, without] = proposalChoices([CSV, { ...CSV, segment }]) as typeof PROPOSALS;
  expect(isSameSegmentation(csv ?? null, without ?? null)).toBe(false);
});

const names = (choices: { name: string }[]) => choices.map(({ name }) => name);

test("a preset that was proposed is not offered twice, and no other is lost", () => {
  const { shown, more } = splitChoices(PROPOSALS, PRESETS);
  expect([names(shown), names(more)]).toEqual([
    ["Lines", "Blank lines"],
    ["HTML table row", "Whole message"],
  ]);
});

test("three proposals are shown first, and without proposals all presets are below", () => {
  const many = ["a", "b", "c", "d"].map((start) => ({ ...paragraph, name: start, start }));
  expect(names(splitChoices(many, []).shown)).toEqual(["a", "b", "c"]);
  expect(names(splitChoices(many, PRESETS).more)).toEqual(["d", "Paragraph", "HTML table row", "Whole message"]);
  expect(names(splitChoices([], PRESETS).more)).toEqual(["Paragraph", "HTML table row", "Whole message"]);
});

test("a config without a start pattern has no segmentation", () => {
  expect(segmentationOf({})).toBeNull();
  expect(segmentationOf({ Segment: { StartPattern: "" } })).toBeNull();
  expect(isSameSegmentation(null, paragraph)).toBe(false);
  expect(isSameSegmentation(null, null)).toBe(true);
});

test("tags in readable text are noticed", () => {
  expect(searchesTagsAsText({}, "<table><tr><td>1</td></tr></table>")).toBe(true);
  expect(searchesTagsAsText({ Op: { Source: "$._RawBody" } }, "<tr>")).toBe(false);
  expect(searchesTagsAsText({}, "a < b and <someone@city.gov>")).toBe(false);
});

test("a ready format keeps the target", () => {
  const ready = {
    Op: { Action: "Extract", Source: "$._RawBody", Target: "$.Other", Strict: true },
    Segment: { StartPattern: "<tr>" },
    Fields: { Latitude: { Pattern: "x" } },
  };
  const config = { Op: { Action: "Extract", Target: "$.Mine" }, Segment: { Filter: "y" }, Fields: { Old: {} } };
  expect(withReadyLayout(config, ready)).toEqual({
    Op: { Action: "Extract", Target: "$.Mine", Source: "$._RawBody", Strict: true },
    Segment: { StartPattern: "<tr>" },
    Fields: { Latitude: { Pattern: "x" } },
  });
});
