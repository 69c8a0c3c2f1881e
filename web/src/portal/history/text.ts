// The texts of the history of a watcher, a policy or an event sink. Pure.
import type { Language } from "../../status-text/language.ts";
import { localized } from "../../status-text/page-language.ts";

const en = {
  history: "History",
  hint: "Every change except of secrets, with its author and time, in your time zone. Compare any two versions, or restore one.",
  caption: "Versions, newest first",
  time: "Time",
  author: "Author",
  changes: "Changes",
  firstVersion: "First version",
  /** Only a part that is masked was changed. */
  maskedChange: "A secret part",
  current: "Current version",
  commandLine: "Command line",
  deleted: "Deleted",
  restores: (time: string) => `Restores the version of ${time}`,
  changeCount: (count: number) => (count === 1 ? "1 change" : `${count} changes`),
  restore: "Restore this version",
  compareWithCurrent: "Compare with current",
  /** Completes both buttons for screen readers. */
  versionOf: (time: string) => `(version of ${time})`,
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
  hint: "Cada cambio, salvo el de secretos, con su autor y su hora, en su zona horaria. Compare dos versiones cualesquiera o restaure una.",
  caption: "Versiones, de la más reciente a la más antigua",
  time: "Hora",
  author: "Autor",
  changes: "Cambios",
  firstVersion: "Primera versión",
  maskedChange: "Una parte secreta",
  current: "Versión actual",
  commandLine: "Línea de comandos",
  deleted: "Eliminado",
  restores: (time) => `Restaura la versión del ${time}`,
  changeCount: (count) => (count === 1 ? "1 cambio" : `${count} cambios`),
  restore: "Restaurar esta versión",
  compareWithCurrent: "Comparar con la actual",
  versionOf: (time) => `(versión del ${time})`,
  restoreQuestion: (time) => `¿Restaurar la versión del ${time}?`,
  restoreDetail:
    "Todos los ajustes vuelven a ser los de entonces, como una versión nueva. Los secretos, y si está habilitado, quedan como están ahora.",
  restored: (time) => `Se restauró la versión del ${time}.`,
  compare: "Comparar dos versiones",
  older: "De",
  newer: "A",
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
