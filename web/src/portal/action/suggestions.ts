// What the form offers for a field that names a path, a table or a column, and what it warns about. Pure.
import type { ContextPath, Table, TableColumn } from "../../data/context-path.ts";
import type { JsonObject } from "../../data/json.ts";
import type { ComboboxOption } from "../ui/combobox-options.ts";
import { configText } from "./config-text.ts";
import { absolutePath, exampleAt, isProvided, recordPaths, withEveryItem } from "./context-path.ts";
import { type ConfigField, type Picker, valueAt } from "./schema.ts";

/** Empty while loading, and when the service does not have the lists. */
export interface Suggestions {
  paths: readonly ContextPath[];
  tables: readonly Table[];
}

export const NO_SUGGESTIONS: Suggestions = { paths: [], tables: [] };

const MAX_EXAMPLE_CHARS = 80;

/** What the fields of one config refer to. */
export interface PickerContext {
  suggestions: Suggestions;
  /** The path of the records, for paths that do not start with `$`. */
  source: string | null;
  /** The table that the config names, if it is listed. */
  table: Table | null;
}

export function pickerContext(
  suggestions: Suggestions,
  parts: readonly ConfigField[],
  config: JsonObject,
): PickerContext {
  const source = valueAt(config, "Op.Source");
  const target = tableField(parts);
  const name = target === null ? undefined : valueAt(config, target.keys);
  return {
    suggestions,
    source: typeof source === "string" && source !== "" ? source : null,
    table: typeof name === "string" ? findTable(suggestions.tables, name) : null,
  };
}

function tableField(parts: readonly ConfigField[]): ConfigField | null {
  for (const part of parts) {
    if (part.kind.is === "text" && part.kind.picker === "table") return part;
    const inner = part.kind.is === "object" ? tableField(part.kind.parts) : null;
    if (inner !== null) return inner;
  }
  return null;
}

/** In any case, with or without its schema. */
export function findTable(tables: readonly Table[], name: string): Table | null {
  const wanted = name.trim().toLowerCase();
  const found = tables.filter((table) => {
    const full = table.name.toLowerCase();
    return full === wanted || full.split(".").at(-1) === wanted;
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** `in-record`: paths within a record are possible too. `any-match`: one of several values is enough. */
export type PathUse = "root" | "in-record" | "any-match";

export function pickerOptions(picker: Picker, context: PickerContext, use: PathUse = "root"): ComboboxOption[] {
  const { suggestions, source, table } = context;
  if (picker === "table") return suggestions.tables.map(tableOption);
  if (picker === "column") return (table?.columns ?? []).filter(({ generated }) => !generated).map(columnOption);
  const records = use === "in-record" ? recordPaths(suggestions.paths, source) : [];
  const paths = use === "any-match" ? suggestions.paths.flatMap(withEveryItem) : suggestions.paths;
  return [...new Map([...records, ...paths].map((listed) => [listed.path, pathOption(listed)])).values()];
}

function tableOption({ name, kind, columns }: Table): ComboboxOption {
  const names = columns.map((column) => column.name).join(", ");
  return { value: name, note: names === "" ? kind : `${kind}: ${names}` };
}

function columnOption({ name, type, required }: TableColumn): ComboboxOption {
  return { value: name, note: required ? configText().requiredColumn(type) : type };
}

function pathOption({ path, type, from, example }: ContextPath): ComboboxOption {
  const { fromStart, fromAction } = configText();
  const origin = Object.hasOwn(fromStart, from) ? fromStart[from]?.(type) : undefined;
  const shown = exampleText(example);
  const note = origin ?? fromAction(type, from);
  return { value: path, note: shown === null ? note : `${note}: ${shown}` };
}

export interface PathExample {
  path: string;
  example: string;
}

/** Replaces the example of one path. */
export function withExample(suggestions: Suggestions, shown: PathExample | null): Suggestions {
  if (shown === null) return suggestions;
  const { path, example } = shown;
  return { ...suggestions, paths: suggestions.paths.map((one) => (one.path === path ? { ...one, example } : one)) };
}

/** On one short line. Null if there is none. */
export function exampleText(example: string | null | undefined): string | null {
  const text = (example ?? "").replace(/\s+/g, " ").trim();
  if (text === "") return null;
  return text.length > MAX_EXAMPLE_CHARS ? `${text.slice(0, MAX_EXAMPLE_CHARS - 1)}…` : text;
}

/** The example value of a path, for the line below its field. */
export function pickedExample(picker: Picker, text: string, context: PickerContext): string | null {
  const path = picker === "context-path" ? absolutePath(text, context.source) : null;
  return path === null ? null : exampleText(exampleAt(context.suggestions.paths, path));
}

/** A value that works only if something else changes. Saving stays possible. */
export function pickerWarning(picker: Picker, text: string, context: PickerContext): string | null {
  if (text.trim() === "") return null;
  if (picker === "context-path") return pathWarning(text, context);
  return picker === "column" ? columnWarning(text, context.table) : null;
}

function pathWarning(text: string, { suggestions, source }: PickerContext): string | null {
  const path = absolutePath(text, source);
  if (path === null || isProvided(suggestions.paths, path) !== false) return null;
  return configText().notProvided(path);
}

function columnWarning(name: string, table: Table | null): string | null {
  if (table === null || table.columns.some((column) => column.name.toLowerCase() === name.trim().toLowerCase()))
    return null;
  const { noColumn, noColumnInView, noParameter } = configText();
  if (table.kind === "Procedure") return noParameter(table.name, name.trim());
  return (table.kind === "View" ? noColumnInView : noColumn)(table.name, name.trim());
}
