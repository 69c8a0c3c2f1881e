// The URL of the public view. Pure.
import { chooseLanguage, type Language } from "../status-text/language.ts";

export interface StormAddress {
  /** The id of the selected facility. */
  facility: number | null;
  search: string;
  /** Null: the saved one, or the browser's. */
  language: Language | null;
}

const FACILITY = /^\/f\/([1-9]\d{0,15})\/?$/;

export function readAddress(path: string, query: string): StormAddress {
  const params = new URLSearchParams(query);
  const id = FACILITY.exec(path)?.[1];
  const language = params.get("lang");
  return {
    facility: id === undefined ? null : Number(id),
    search: params.get("q") ?? "",
    language: language === null ? null : chooseLanguage([language]),
  };
}

export function writeAddress({ facility, search, language }: StormAddress): string {
  const params = new URLSearchParams();
  if (search !== "") params.set("q", search);
  if (language !== null) params.set("lang", language);
  const query = params.toString();
  return (facility === null ? "/" : `/f/${facility}`) + (query === "" ? "" : `?${query}`);
}
