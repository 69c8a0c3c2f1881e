// What the address of the storm view says. Pure.
import { chooseLanguage, type Language } from "../words/language.ts";

export interface Address {
  /** The facility that is looked at. */
  facility: number | null;
  search: string;
  /** Null: as the browser wishes. */
  language: Language | null;
}

const FACILITY = /^\/f\/([1-9]\d{0,15})\/?$/;

export function readAddress(path: string, query: string): Address {
  const parameters = new URLSearchParams(query);
  const id = FACILITY.exec(path)?.[1];
  const language = parameters.get("lang");
  return {
    facility: id === undefined ? null : Number(id),
    search: parameters.get("q") ?? "",
    language: language === null ? null : chooseLanguage([language]),
  };
}

export function writeAddress({ facility, search, language }: Address): string {
  const query = new URLSearchParams();
  if (search !== "") query.set("q", search);
  if (language !== null) query.set("lang", language);
  const text = query.toString();
  return (facility === null ? "/" : `/f/${facility}`) + (text === "" ? "" : `?${text}`);
}
