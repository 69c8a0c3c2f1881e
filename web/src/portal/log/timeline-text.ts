// What happened to a message, as sentences. Pure.
import type { Language } from "../../status-text/language.ts";
import { localized } from "../../status-text/page-language.ts";

const en = {
  queued: "Queued",
  watcherDisabled: "The watcher is disabled.",
  isQueued: "The message is queued or being fetched.",
  skipped: "Skipped",
  noMatch: "The message does not match the watcher's filters.",
  noMatchReason: "it does not match the filters",
  received: "Received",
  receivedFrom: (sender: string | null) =>
    `The mailbox received the message${sender === null ? "" : ` from ${sender}`}.`,
  detected: "Detected and claimed",
  trigger: { Notification: "a push notification", Reconciliation: "polling" } as Record<string, string>,
  /** The delay is the time since the message was received, if that is known. */
  detectedBy: (trigger: string, delay: string | null) =>
    `Detected by ${trigger}${delay === null ? "" : ` ${delay} after it was received`}. Claimed, so that it is processed only once.`,
  requested: (delay: string | null) =>
    `A user requested to process it${delay === null ? "" : ` again. It was first detected ${delay} after it was received`}.`,
  phase: (phase: 1 | 2) => `Phase ${phase}`,
  running:
    "The actions are running, or were interrupted by a restart. If the status does not change, retry or dismiss the message.",
  actionFailed: (name: string, error: string) => `“${name}” failed: ${error}`,
  failed: "Failed",
  noError: "No error was recorded.",
  someCompleted: (done: number, all: number) => `${done} of ${all} ${all === 1 ? "action" : "actions"} completed.`,
  filing: "Filing",
  aboutToFile: "The message is about to be moved or categorized.",
  movedOrCategorized: "Moved or categorized.",
  movedTo: (folder: string) => `Moved to ${folder} and marked as read.`,
  categorized: (category: string) => `Left in the folder with the category ${category}.`,
  filed: "Filed",
  filedAsFailed: "Filed as failed",
  actionsQueued: "The actions are queued.",
  actionsRunning: "The actions are running.",
  completed: (count: number) => `${count} ${count === 1 ? "action" : "actions"} completed.`,
  phaseTwoFailed: "Phase 2 failed.",
  summary: {
    phaseTwoFailed: (watcher: string) => `“${watcher}” processed this message, but phase 2 failed.`,
    processed: (watcher: string, duration: string | null) =>
      `“${watcher}” processed this message${duration === null ? "" : ` in ${duration}`}.`,
    skipped: (watcher: string, reason: string) => `“${watcher}” skipped this message: ${reason}.`,
    failed: (watcher: string) => `“${watcher}” failed to process this message. Fix the cause, then retry.`,
    processing: (watcher: string) =>
      `“${watcher}” is processing this message, or was interrupted by a restart. If the status does not change, retry or dismiss it.`,
    filing: (watcher: string) => `“${watcher}” completed phase 1. The message is being filed.`,
    queued: (watcher: string) => `“${watcher}” detected this message. It is queued.`,
  },
};

const es: typeof en = {
  queued: "En cola",
  watcherDisabled: "El monitor está deshabilitado.",
  isQueued: "El mensaje está en cola o se está leyendo.",
  skipped: "Omitido",
  noMatch: "El mensaje no coincide con los filtros del monitor.",
  noMatchReason: "no coincide con los filtros",
  received: "Recibido",
  receivedFrom: (sender) => `El buzón recibió el mensaje${sender === null ? "" : ` de ${sender}`}.`,
  detected: "Detectado y reservado",
  trigger: { Notification: "una notificación push", Reconciliation: "una consulta periódica" },
  detectedBy: (trigger, delay) =>
    `Detectado por ${trigger}${delay === null ? "" : ` ${delay} después de recibirse`}. Reservado, para que se procese una sola vez.`,
  requested: (delay) =>
    delay === null
      ? "Un usuario pidió procesarlo."
      : `Un usuario pidió procesarlo de nuevo. Se detectó por primera vez ${delay} después de recibirse.`,
  phase: (phase) => `Fase ${phase}`,
  running:
    "Las acciones se están ejecutando, o las interrumpió un reinicio. Si el estado no cambia, reintente o descarte el mensaje.",
  actionFailed: (name, error) => `Falló “${name}”: ${error}`,
  failed: "Fallido",
  noError: "No se registró ningún error.",
  someCompleted: (done, all) => `${done} de ${all} ${all === 1 ? "acción completada" : "acciones completadas"}.`,
  filing: "Archivando",
  aboutToFile: "El mensaje está por moverse o recibir una categoría.",
  movedOrCategorized: "Se movió o recibió una categoría.",
  movedTo: (folder) => `Se movió a ${folder} y se marcó como leído.`,
  categorized: (category) => `Quedó en la carpeta con la categoría ${category}.`,
  filed: "Archivado",
  filedAsFailed: "Archivado como fallido",
  actionsQueued: "Las acciones están en cola.",
  actionsRunning: "Las acciones se están ejecutando.",
  completed: (count) => `${count} ${count === 1 ? "acción completada" : "acciones completadas"}.`,
  phaseTwoFailed: "Falló la fase 2.",
  summary: {
    phaseTwoFailed: (watcher) => `“${watcher}” procesó este mensaje, pero falló la fase 2.`,
    processed: (watcher, duration) => `“${watcher}” procesó este mensaje${duration === null ? "" : ` en ${duration}`}.`,
    skipped: (watcher, reason) => `“${watcher}” omitió este mensaje: ${reason}.`,
    failed: (watcher) => `“${watcher}” no pudo procesar este mensaje. Corrija la causa y reinténtelo.`,
    processing: (watcher) =>
      `“${watcher}” está procesando este mensaje, o lo interrumpió un reinicio. Si el estado no cambia, reinténtelo o descártelo.`,
    filing: (watcher) => `“${watcher}” completó la fase 1. El mensaje se está archivando.`,
    queued: (watcher) => `“${watcher}” detectó este mensaje. Está en cola.`,
  },
};

export const TIMELINE_TEXT: Record<Language, typeof en> = { en, es };
export const timelineText = localized(TIMELINE_TEXT);
