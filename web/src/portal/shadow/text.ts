// The texts of trials on old messages and of test mode. Pure.
import type { Language } from "../../status-text/language.ts";
import { formatCount, localized } from "../../status-text/page-language.ts";

const en = {
  title: "Try on old messages",
  savedHint:
    "Runs the saved actions over old messages and compares the result with the log. Nothing is sent, written or moved.",
  editedHint:
    "Runs the actions with this edited one over old messages, before you save it, and compares the result with the saved actions. Nothing is sent, written or moved.",
  count: "Number of messages",
  folder: "Folder",
  folderHint: "Leave empty to try the newest messages of the log.",
  start: "Try on old messages",
  running: "Trying…",
  progress: (done: number, count: number) => `${formatCount(done)} of ${formatCount(count)} messages…`,
  canceled: "Canceled.",
  none: "There are no messages to try.",
  tried: (count: number) => `${formatCount(count)} ${count === 1 ? "message" : "messages"} tried:`,
  counts: {
    Broken: (count: number) => `${formatCount(count)} would fail`,
    Changed: (count: number) => `${formatCount(count)} would change`,
    Unreadable: (count: number) => `${formatCount(count)} could not be read`,
    Unchanged: (count: number) => `${formatCount(count)} unchanged`,
  },
  excluded: (count: number) =>
    `${formatCount(count)} ${count === 1 ? "message is" : "messages are"} excluded by the filters.`,
  leftOut: (count: number) =>
    `${formatCount(count)} ${count === 1 ? "message was" : "messages were"} not tried, because the time was up.`,
  truncated: "Not all differences are shown, because there are too many.",
  result: { Broken: "Would fail", Changed: "Would change", Unreadable: "Not readable", Unchanged: "Unchanged" },
  kind: {
    Records: "Extracted values",
    Rows: "Rows",
    Calls: "Calls",
    Result: "Result",
    Error: "Error",
  },
  columns: { result: "Result", message: "Message", differences: "Differences" },
  table: "Messages with a different result",
  differences: (count: number) => `${formatCount(count)} ${count === 1 ? "difference" : "differences"}`,
  unchangedMessages: (count: number) => `Unchanged messages: ${formatCount(count)}`,
  before: "Before",
  after: "After",
  nothing: "nothing",
  wholeMessage: "Whole message",
  noSubject: "(no subject)",
  phase: (action: string, phase: number) => `${action}, phase ${phase}`,
  testMode: "Test mode",
  testModeOn:
    "Test mode is on: the workflow runs, but nothing is sent or written except the log, and messages stay where they are. The steps of each message show what would be sent. The watcher feeds no strikes.",
  testModeHint:
    "In test mode the workflow runs for new messages, but nothing is sent or written except the log, and messages stay where they are.",
  afterTest: "To process these messages for real, turn test mode off and retry them in the log.",
  turnOn: "Turn on test mode",
  turnOff: "Turn off test mode",
  turnedOn: (name: string) => `“${name}” is in test mode.`,
  turnedOff: (name: string) => `“${name}” is no longer in test mode.`,
  testRow: "Test",
};

const es: typeof en = {
  title: "Probar con mensajes anteriores",
  savedHint:
    "Ejecuta las acciones guardadas con mensajes anteriores y compara el resultado con el registro. No se envía, escribe ni mueve nada.",
  editedHint:
    "Ejecuta las acciones con esta acción modificada, antes de guardarla, con mensajes anteriores y compara el resultado con las acciones guardadas. No se envía, escribe ni mueve nada.",
  count: "Número de mensajes",
  folder: "Carpeta",
  folderHint: "Déjelo vacío para probar con los mensajes más recientes del registro.",
  start: "Probar con mensajes anteriores",
  running: "Probando…",
  progress: (done, count) => `${formatCount(done)} de ${formatCount(count)} mensajes…`,
  canceled: "Cancelado.",
  none: "No hay mensajes con los que probar.",
  tried: (count) => `${formatCount(count)} ${count === 1 ? "mensaje probado" : "mensajes probados"}:`,
  counts: {
    Broken: (count) => `${formatCount(count)} ${count === 1 ? "fallaría" : "fallarían"}`,
    Changed: (count) => `${formatCount(count)} ${count === 1 ? "cambiaría" : "cambiarían"}`,
    Unreadable: (count) => `${formatCount(count)} no se ${count === 1 ? "pudo" : "pudieron"} leer`,
    Unchanged: (count) => `${formatCount(count)} sin cambios`,
  },
  excluded: (count) =>
    `Los filtros ${count === 1 ? "excluyen un mensaje" : `excluyen ${formatCount(count)} mensajes`}.`,
  leftOut: (count) =>
    count === 1
      ? "Un mensaje no se probó porque se acabó el tiempo."
      : `${formatCount(count)} mensajes no se probaron porque se acabó el tiempo.`,
  truncated: "No se muestran todas las diferencias porque son demasiadas.",
  result: { Broken: "Fallaría", Changed: "Cambiaría", Unreadable: "No se puede leer", Unchanged: "Sin cambios" },
  kind: {
    Records: "Valores extraídos",
    Rows: "Filas",
    Calls: "Llamadas",
    Result: "Resultado",
    Error: "Error",
  },
  columns: { result: "Resultado", message: "Mensaje", differences: "Diferencias" },
  table: "Mensajes con otro resultado",
  differences: (count) => `${formatCount(count)} ${count === 1 ? "diferencia" : "diferencias"}`,
  unchangedMessages: (count) => `Mensajes sin cambios: ${formatCount(count)}`,
  before: "Antes",
  after: "Después",
  nothing: "nada",
  wholeMessage: "Todo el mensaje",
  noSubject: "(sin asunto)",
  phase: (action, phase) => `${action}, fase ${phase}`,
  testMode: "Modo de prueba",
  testModeOn:
    "El modo de prueba está activado: el flujo de trabajo se ejecuta, pero no se envía ni se escribe nada excepto el registro, y los mensajes se quedan donde están. Los pasos de cada mensaje muestran lo que se enviaría. El monitor no aporta rayos.",
  testModeHint:
    "En el modo de prueba el flujo de trabajo se ejecuta con los mensajes nuevos, pero no se envía ni se escribe nada excepto el registro, y los mensajes se quedan donde están.",
  afterTest: "Para procesar estos mensajes de verdad, desactive el modo de prueba y reinténtelos en el registro.",
  turnOn: "Activar el modo de prueba",
  turnOff: "Desactivar el modo de prueba",
  turnedOn: (name) => `“${name}” está en modo de prueba.`,
  turnedOff: (name) => `“${name}” ya no está en modo de prueba.`,
  testRow: "Prueba",
};

export const SHADOW_TEXT: Record<Language, typeof en> = { en, es };

export const shadowText = localized(SHADOW_TEXT);
