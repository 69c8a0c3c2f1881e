import { expect, test } from "vitest";
import { LayoutHold } from "./layout-hold.ts";

test("updates run at once unless held, then in order at the end", async () => {
  const [hold, ran] = [new LayoutHold(), [] as string[]];
  const update = async (name: string) => {
    await hold.ended;
    ran.push(name);
  };
  await update("before");
  hold.begin();
  const first = update("first");
  hold.begin();
  const second = update("second");
  await Promise.resolve();
  expect(ran).toEqual(["before"]);
  hold.end();
  await Promise.all([first, second]);
  await update("after");
  expect(ran).toEqual(["before", "first", "second", "after"]);
});
