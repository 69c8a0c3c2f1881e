import { expect, test } from "vitest";
import manifest from "../../public/custom-elements.json";
import card from "./card.ts?raw";
import { NUMBER_ATTRIBUTES } from "./request-url.ts";
import styles from "./styles.ts?raw";

const declaration = manifest.modules[0]?.declarations[0];
const names = (items: readonly { name: string }[] = []): string[] => items.map(({ name }) => name).toSorted();

test("the published manifest lists every attribute", () => {
  expect(names(declaration?.attributes)).toEqual(
    ["facility-id", "server", "lang", "status", ...NUMBER_ATTRIBUTES].toSorted(),
  );
});

test("the published manifest lists every part", () => {
  const used = [...card.matchAll(/part: "([\w-]+)"|strikeElement\("([\w-]+)"\)/g)];
  expect(names(declaration?.cssParts)).toEqual(used.map((match) => match[1] ?? match[2] ?? "").toSorted());
});

test("the published manifest lists custom properties that exist", () => {
  for (const name of names(declaration?.cssProperties))
    expect(styles.includes(`${name}:`) || styles.includes(`${name.replace("--lightning-", "")}: [`), name).toBe(true);
});
