// The script of axe, from the package that runs it. Its caches compare an element with all those that they have, which is
// slow on a long page. Here they find it by its identity. What is cached, and for how long, stays the same.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const runner = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const source = readFileSync(runner.resolve("axe-core/axe.min.js"), "utf8");
/** `axe._memoizedFns=[],function(e){return e=(0,co.default)(e),axe._memoizedFns.push(e),e}`, with other short names. */
const CACHE = /(axe\._memoizedFns=\[\],function\((\w+)\)\{return \2=)\(0,\w+\.default\)(?=\(\2\),axe\._memoizedFns)/;

if (!CACHE.test(source)) throw new Error("axe has other caches than before: adapt axe-source.mjs");
export const AXE_SOURCE = source.replace(CACHE, (_, before) => `${before}(${cached})`);

/** Caches results by the parameters that the function declares. Runs in the page. */
function cached(original) {
  const lastIndex = original.length - 1;
  let results = new Map();
  const memoized = function (...values) {
    let level = results;
    for (let index = 0; index < lastIndex; index += 1) {
      if (!level.has(values[index])) level.set(values[index], new Map());
      level = level.get(values[index]);
    }
    const last = values[lastIndex];
    if (!level.has(last)) level.set(last, original.apply(this, values));
    return level.get(last);
  };
  memoized.clear = () => {
    results = new Map();
  };
  return memoized;
}
