// Which paths of the context exist before an action runs. Pure.
import type { ContextPath } from "../../data/context-path.ts";

/** What an attachment has depends on the message, so that the list is not complete. */
const VARYING_KEY = "Attachments";
const EVERY_ITEM = "[*]";
const SCALAR_TYPES = ["text", "string", "number", "integer", "boolean", "datetime", "date", "time"];
/** One step of a path: `.Name`, `['Name']`, `[0]`, `[*]` or `[1:3]`. */
const STEP = /\.([\p{L}_][\p{L}\p{N}_]*)|\['([^'\\]*)'\]|\["([^"\\]*)"\]|\[(?:\*|-?\d+|-?\d*:-?\d*)\]/uy;

interface PathNode {
  isScalar: boolean;
  children: Map<string, PathNode>;
}

/** The keys of a path, with `[*]` for any index. Null for paths that only a run can evaluate, such as filters. */
export function pathSteps(path: string): string[] | null {
  if (!path.startsWith("$")) return null;
  const steps: string[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const found = STEP.exec(path);
    if (found === null) return null;
    steps.push(found[1] ?? found[2] ?? found[3] ?? EVERY_ITEM);
  }
  return steps;
}

/** Null when that cannot be known: inside a value whose content is not listed, or for a path with a filter. */
export function isProvided(paths: readonly ContextPath[], path: string): boolean | null {
  const steps = pathSteps(path);
  if (steps === null) return null;
  let node = pathTree(paths);
  for (const step of steps) {
    const next = node.children.get(step);
    if (next === undefined) return (node.children.size > 0 || node.isScalar) && !isVarying(steps) ? false : null;
    node = next;
  }
  return true;
}

function isVarying(steps: readonly string[]): boolean {
  return steps.length > 1 && steps[0] === VARYING_KEY;
}

function pathTree(paths: readonly ContextPath[]): PathNode {
  const root: PathNode = { isScalar: false, children: new Map() };
  for (const { path, type } of paths) {
    const steps = pathSteps(path);
    if (steps === null) continue;
    let node = root;
    for (const step of steps) {
      const next = node.children.get(step) ?? { isScalar: false, children: new Map<string, PathNode>() };
      node.children.set(step, next);
      node = next;
    }
    node.isScalar = SCALAR_TYPES.includes(type);
  }
  return root;
}

/** The listed value of a path; of any item if the path has an index. */
export function exampleAt(paths: readonly ContextPath[], path: string): string | null {
  const wanted = pathSteps(path)?.join("\n");
  const isWanted = (listed: ContextPath) => wanted !== undefined && pathSteps(listed.path)?.join("\n") === wanted;
  const found = paths.find((listed) => listed.path === path) ?? paths.find(isWanted);
  return found?.example ?? null;
}

/** A path as seen from the root: `Latitude` of the records at `$.Extract.Items` is `$.Extract.Items[*].Latitude`. */
export function absolutePath(path: string, source: string | null): string | null {
  if (path.startsWith("$")) return path;
  return source === null || !source.startsWith("$") ? null : `${source}${EVERY_ITEM}.${path}`;
}

/** The paths within the records at `source`, without what is before them. */
export function recordPaths(paths: readonly ContextPath[], source: string | null): ContextPath[] {
  const prefix = source === null ? null : `${source}${EVERY_ITEM}.`;
  if (prefix === null) return [];
  return paths.flatMap((listed) => {
    const path = listed.path.replace(/\[\d+\]/g, EVERY_ITEM);
    return path.startsWith(prefix) ? [{ ...listed, path: path.slice(prefix.length) }] : [];
  });
}

/** A path to one item, with the path to every item before it: a condition usually means any of them. */
export function withEveryItem(listed: ContextPath): ContextPath[] {
  const path = listed.path.replace(/\[\d+\]/g, EVERY_ITEM);
  return path === listed.path ? [listed] : [{ ...listed, path }, listed];
}
