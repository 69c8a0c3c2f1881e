// The script of axe, from the package that runs it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const runner = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));

export const AXE_SOURCE = readFileSync(runner.resolve("axe-core/axe.min.js"), "utf8");
