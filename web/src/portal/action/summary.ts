// A short summary of an action. Pure.
import type { Action } from "../../data/action.ts";
import { isObject, valueAt } from "./schema.ts";

export function actionSummary({ config }: Pick<Action, "config">): string {
  const textAt = (path: string) => {
    const value = valueAt(config, path);
    return typeof value === "string" ? value : "";
  };
  const [action, target, source, url] = [
    textAt("Op.Action"),
    textAt("Op.Target"),
    textAt("Op.Source"),
    textAt("Op.Url"),
  ];
  const fields = valueAt(config, "Fields");
  const count = isObject(fields) ? Object.keys(fields).length : 0;
  const parts = [
    action === "" ? "not configured" : action,
    source === "" ? "" : `from ${source}`,
    target === "" ? "" : `into ${target}`,
    url === "" ? "" : `at ${url}`,
    count === 0 ? "" : `${count} ${count === 1 ? "field" : "fields"}`,
  ];
  return parts.filter(Boolean).join(", ");
}
