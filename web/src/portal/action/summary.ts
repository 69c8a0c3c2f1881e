// A short summary of an action. Pure.
import type { Action } from "../../data/action.ts";
import { isObject, valueAt } from "./schema.ts";

export function actionSummary({ config }: Pick<Action, "config">): string {
  const of = (path: string) => {
    const value = valueAt(config, path);
    return typeof value === "string" ? value : "";
  };
  const [action, target, source, url] = [of("Op.Action"), of("Op.Target"), of("Op.Source"), of("Op.Url")];
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
