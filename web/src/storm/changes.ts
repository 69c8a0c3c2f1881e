// What has changed between two answers. Pure.
import type { Standing } from "../words/standing.ts";

export interface Shown {
  id: number;
  name: string;
  standing: Standing;
}

export interface Change {
  id: number;
  name: string;
  from: Standing;
  to: Standing;
}

/** Those that stand otherwise than before, in the given order. What was not there before has not changed. */
export function changes(before: readonly Shown[], after: readonly Shown[]): Change[] {
  const known = new Map(before.map((shown) => [shown.id, shown.standing]));
  return after.flatMap(({ id, name, standing }) => {
    const from = known.get(id);
    return from === undefined || from === standing ? [] : [{ id, name, from, to: standing }];
  });
}

/** The gravest end first, so that it is heard first. */
export const GRAVITY: readonly Standing[] = ["Active", "Unknown", "Clearing", "Clear"];

/** By where they ended, gravest first; within one end the order stays. */
export function grouped(all: readonly Change[]): { to: Standing; names: string[] }[] {
  return GRAVITY.map((to) => ({ to, names: all.filter((change) => change.to === to).map(({ name }) => name) })).filter(
    ({ names }) => names.length > 0,
  );
}
