// The texts of the history of a watcher, a policy or an event sink. Pure.
import type { Language } from "../../status-text/language.ts";
import { localized } from "../../status-text/page-language.ts";

const en = {
  history: "History",
  hint: "Every change, with its author. Any two versions can be compared, and each can be restored.",
  caption: "Versions, newest first",
  time: "Time",
  author: "Author",
  changes: "Changes",
  firstVersion: "First version",
  deleted: "Deleted",
  changeCount: (count: number) => (count === 1 ? "1 change" : `${count} changes`),
  restore: "Restore this version",
  restoreOf: (time: string) => `of ${time}`,
  restoreQuestion: (time: string) => `Restore the version of ${time}?`,
  restoreDetail:
    "All settings become what they were then, as a new version. Secrets, and whether it is enabled, stay as they are now.",
  restored: (time: string) => `The version of ${time} was restored.`,
  compare: "Compare two versions",
  older: "From",
  newer: "To",
  same: "These versions are the same.",
  field: "Field",
  before: "Before",
  after: "After",
  differences: "What is different",
  empty: "not set",
  loadOlder: "Load older versions",
};

const es: typeof en = {
  history: "Historial",
  hint: "Cada cambio, con su autor. Se pueden comparar dos versiones cualesquiera y restaurar cada una.",
  caption: "Versiones, de la más reciente a la más antigua",
  time: "Hora",
  author: "Autor",
  changes: "Cambios",
  firstVersion: "Primera versión",
  deleted: "Eliminado",
  changeCount: (count) => (count === 1 ? "1 cambio" : `${count} cambios`),
  restore: "Restaurar esta versión",
  restoreOf: (time) => `del ${time}`,
  restoreQuestion: (time) => `¿Restaurar la versión del ${time}?`,
  restoreDetail:
    "Todos los ajustes vuelven a ser los de entonces, como una versión nueva. Los secretos, y si está habilitado, quedan como están ahora.",
  restored: (time) => `Se restauró la versión del ${time}.`,
  compare: "Comparar dos versiones",
  older: "Desde",
  newer: "Hasta",
  same: "Estas versiones son iguales.",
  field: "Campo",
  before: "Antes",
  after: "Después",
  differences: "Diferencias",
  empty: "sin valor",
  loadOlder: "Cargar versiones anteriores",
};

export const HISTORY_TEXT: Record<Language, typeof en> = { en, es };
export const historyText = localized(HISTORY_TEXT);
