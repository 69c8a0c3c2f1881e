// What happened to a message, as sentences. Pure.
import type { Language } from "../../status-text/language.ts";
import { localized } from "../../status-text/page-language.ts";

const en = {
  queued: "Queued",
  watcherDisabled: "The watcher is disabled.",
  isQueued: (item: string) => `The ${item} is queued or being fetched.`,
  skipped: "Skipped",
  noMatch: (item: string) => `The ${item} does not match the watcher's filters.`,
  noMatchReason: "it does not match the filters",
  detected: "Detected and claimed",
  /** What is different for each kind of watcher. */
  kinds: {
    Mailbox: {
      item: "message",
      received: "Received",
      receivedFrom: (sender: string | null) =>
        `The mailbox received the message${sender === null ? "" : ` from ${sender}`}.`,
      after: "after it was received",
      trigger: { Notification: "a push notification", Reconciliation: "polling" } as Record<string, string>,
      moved: (folder: string) => `Moved to ${folder} and marked as read.`,
      left: (category: string) => `Left in the folder with the category ${category}.`,
      movedOrLeft: "Moved or categorized.",
    },
    File: {
      item: "file",
      received: "Arrived",
      receivedFrom: (_: string | null) => "The file arrived in the folder.",
      after: "after it arrived",
      trigger: { Reconciliation: "a scan of the folder" } as Record<string, string>,
      moved: (folder: string) => `Moved to ${folder}.`,
      left: (_: string) => "Left in the folder.",
      movedOrLeft: "Moved, or left in the folder.",
    },
    StatusEvent: {
      item: "status change",
      received: "Changed",
      receivedFrom: (_: string | null) => "The status changed.",
      after: "after the change",
      trigger: { Reconciliation: "reading the status changes" } as Record<string, string>,
    },
  },
  /** The delay is the time since the message was received, if that is known. */
  detectedBy: (trigger: string, delay: string | null) =>
    `Detected by ${trigger}${delay === null ? "" : ` ${delay}`}. Claimed, so that it is processed only once.`,
  requested: (delay: string | null) =>
    `A user requested to process it${delay === null ? "" : ` again. It was first detected ${delay}`}.`,
  phase: (phase: 1 | 2) => `Phase ${phase}`,
  running: (item: string) =>
    `The actions are running, or were interrupted by a restart. If the status does not change, retry or dismiss the ${item}.`,
  actionFailed: (name: string, error: string) => `“${name}” failed: ${error}`,
  failed: "Failed",
  noError: "No error was recorded.",
  someCompleted: (done: number, all: number) => `${done} of ${all} ${all === 1 ? "action" : "actions"} completed.`,
  filing: "Filing",
  aboutToFile: (item: string) => `The ${item} is about to be filed.`,
  filed: "Filed",
  filedAsFailed: "Filed as failed",
  actionsQueued: "The actions are queued.",
  actionsRunning: "The actions are running.",
  completed: (count: number) => `${count} ${count === 1 ? "action" : "actions"} completed.`,
  phaseTwoFailed: "Phase 2 failed.",
  summary: {
    phaseTwoFailed: (watcher: string, item: string) => `“${watcher}” processed this ${item}, but phase 2 failed.`,
    processed: (watcher: string, item: string, duration: string | null) =>
      `“${watcher}” processed this ${item}${duration === null ? "" : ` in ${duration}`}.`,
    skipped: (watcher: string, item: string, reason: string) => `“${watcher}” skipped this ${item}: ${reason}.`,
    failed: (watcher: string, item: string) =>
      `“${watcher}” failed to process this ${item}. Fix the cause, then retry.`,
    processing: (watcher: string, item: string) =>
      `“${watcher}” is processing this ${item}, or was interrupted by a restart. If the status does not change, retry or dismiss it.`,
    filing: (watcher: string, item: string) => `“${watcher}” completed phase 1. The ${item} is being filed.`,
    queued: (watcher: string, item: string) => `“${watcher}” detected this ${item}. It is queued.`,
  },
};

const es: typeof en = {
  queued: "En cola",
  watcherDisabled: "El monitor está deshabilitado.",
  isQueued: (item) => `El ${item} está en cola o se está leyendo.`,
  skipped: "Omitido",
  noMatch: (item) => `El ${item} no coincide con los filtros del monitor.`,
  noMatchReason: "no coincide con los filtros",
  detected: "Detectado y reservado",
  kinds: {
    Mailbox: {
      item: "mensaje",
      received: "Recibido",
      receivedFrom: (sender) => `El buzón recibió el mensaje${sender === null ? "" : ` de ${sender}`}.`,
      after: "después de recibirse",
      trigger: { Notification: "una notificación push", Reconciliation: "una consulta periódica" },
      moved: (folder) => `Se movió a ${folder} y se marcó como leído.`,
      left: (category) => `Quedó en la carpeta con la categoría ${category}.`,
      movedOrLeft: "Se movió o recibió una categoría.",
    },
    File: {
      item: "archivo",
      received: "Llegada",
      receivedFrom: () => "El archivo llegó a la carpeta.",
      after: "después de llegar",
      trigger: { Reconciliation: "una revisión de la carpeta" },
      moved: (folder) => `Se movió a ${folder}.`,
      left: () => "Quedó en la carpeta.",
      movedOrLeft: "Se movió o quedó en la carpeta.",
    },
    StatusEvent: {
      item: "cambio de estado",
      received: "Cambio",
      receivedFrom: () => "El estado cambió.",
      after: "después del cambio",
      trigger: { Reconciliation: "la lectura de los cambios de estado" },
    },
  },
  detectedBy: (trigger, delay) =>
    `Detectado por ${trigger}${delay === null ? "" : ` ${delay}`}. Reservado, para que se procese una sola vez.`,
  requested: (delay) =>
    delay === null
      ? "Un usuario pidió procesarlo."
      : `Un usuario pidió procesarlo de nuevo. Se detectó por primera vez ${delay}.`,
  phase: (phase) => `Fase ${phase}`,
  running: (item) =>
    `Las acciones se están ejecutando, o las interrumpió un reinicio. Si el estado no cambia, reintente o descarte el ${item}.`,
  actionFailed: (name, error) => `Falló “${name}”: ${error}`,
  failed: "Fallido",
  noError: "No se registró ningún error.",
  someCompleted: (done, all) => `${done} de ${all} ${all === 1 ? "acción completada" : "acciones completadas"}.`,
  filing: "Archivando",
  aboutToFile: (item) => `El ${item} está por archivarse.`,
  filed: "Archivado",
  filedAsFailed: "Archivado como fallido",
  actionsQueued: "Las acciones están en cola.",
  actionsRunning: "Las acciones se están ejecutando.",
  completed: (count) => `${count} ${count === 1 ? "acción completada" : "acciones completadas"}.`,
  phaseTwoFailed: "Falló la fase 2.",
  summary: {
    phaseTwoFailed: (watcher, item) => `“${watcher}” procesó este ${item}, pero falló la fase 2.`,
    processed: (watcher, item, duration) =>
      `“${watcher}” procesó este ${item}${duration === null ? "" : ` en ${duration}`}.`,
    skipped: (watcher, item, reason) => `“${watcher}” omitió este ${item}: ${reason}.`,
    failed: (watcher, item) => `“${watcher}” no pudo procesar este ${item}. Corrija la causa y reinténtelo.`,
    processing: (watcher, item) =>
      `“${watcher}” está procesando este ${item}, o lo interrumpió un reinicio. Si el estado no cambia, reinténtelo o descártelo.`,
    filing: (watcher, item) => `“${watcher}” completó la fase 1. El ${item} se está archivando.`,
    queued: (watcher, item) => `“${watcher}” detectó este ${item}. Está en cola.`,
  },
};

export const TIMELINE_TEXT: Record<Language, typeof en> = { en, es };
export const timelineText = localized(TIMELINE_TEXT);
