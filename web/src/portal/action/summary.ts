// A short summary of an action. Pure.
import type { Action } from "../../data/action.ts";
import { isObject, valueAt } from "./schema.ts";
import { actionText } from "./text.ts";

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
  const text = actionText().summary;
  const parts = [
    action === "" ? text.notConfigured : action,
    source === "" ? "" : text.from(source),
    target === "" ? "" : text.into(target),
    url === "" ? "" : text.at(url),
    count === 0 ? "" : text.fields(count),
  ];
  return parts.filter(Boolean).join(", ");
}
