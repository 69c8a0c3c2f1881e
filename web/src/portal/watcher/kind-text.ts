// What the portal says differently about each kind of watcher. Pure.
import type { Language } from "../../status-text/language.ts";
import { formatCount, localized } from "../../status-text/page-language.ts";

const en = {
  /** Of all kinds. */
  all: {
    Mailbox: {
      label: "Mailbox",
      live: "Push notifications are active. Polling runs as a backup.",
      lastItem: "Last message",
      lastPoll: "Last poll",
      nextPoll: "Next poll",
      lastPollError: "Last poll error",
      pollFailed: "Poll failed",
      lastPollFailed: (error: string) => `The last poll failed: ${error}`,
      afterDisabling: "Queued messages wait until it is enabled again.",
      lastDay: "Messages in the last 24 hours",
      deleteDetail: "The mailbox is no longer watched, and the watcher's actions are deleted. The log is kept.",
      noActions: "This watcher has no actions yet. Messages are filed without being processed.",
      phaseOneEnds: "The message is filed here.",
    },
    File: {
      label: "Folder",
      live: "The folder is watched. New files start the workflow when they are complete.",
      lastItem: "Last file",
      lastPoll: "Last scan",
      nextPoll: "Next scan",
      lastPollError: "Last scan error",
      pollFailed: "Scan failed",
      lastPollFailed: (error: string) => `The last scan failed: ${error}`,
      afterDisabling: "Queued files wait until it is enabled again.",
      lastDay: "Files in the last 24 hours",
      deleteDetail:
        "The folder is no longer watched, and the watcher's actions are deleted. The files and the log are kept.",
      noActions: "This watcher has no actions yet. Files are moved to Processed, and nothing else happens.",
      phaseOneEnds: "The file is moved to Processed here.",
    },
    StatusEvent: {
      label: "Status changes",
      live: "Status changes start the workflow.",
      lastItem: "Last change",
      lastPoll: "Last poll",
      nextPoll: "Next poll",
      lastPollError: "Last poll error",
      pollFailed: "Poll failed",
      lastPollFailed: (error: string) => `The last poll failed: ${error}`,
      afterDisabling: "Changes until it is enabled again start nothing.",
      lastDay: "Status changes in the last 24 hours",
      deleteDetail:
        "Status changes no longer start its workflow, and the watcher's actions are deleted. The log is kept.",
      noActions: "This watcher has no actions yet. Status changes are logged, and nothing else happens.",
      phaseOneEnds: "Phase 1 ends here.",
    },
  },
  /** Of those that watch a folder. */
  withFolder: {
    Mailbox: {
      items: (count: number) => `${formatCount(count)} ${count === 1 ? "message" : "messages"}`,
      pollNow: "Poll now",
      polling: (name: string) => `Polling the mailbox of “${name}”.`,
      existingQuestion: "Process existing mail?",
      existing: (count: number, folder: string) =>
        `${formatCount(count)} ${count === 1 ? "message is" : "messages are"} already in ${folder}.`,
      existingAdmin: "If you process existing mail, the actions run on every message and the messages are filed.",
      existingUndecided: "An administrator must decide whether existing mail is processed.",
      processExisting: "Process existing mail",
      processNew: "Process new mail only",
      balanceHint:
        "Compares the log with the mailbox folders, by the day on which messages were received. “In log” is the sum of succeeded, failed, skipped and in progress.",
      missing: (count: number, items: string) =>
        `${items} ${count === 1 ? "is" : "are"} in the mailbox, but not in the log. Replay them to process them now.`,
      replayMissing: "Replay missing messages",
      noTotals: "The provider reported no folder totals.",
    },
    File: {
      items: (count: number) => `${formatCount(count)} ${count === 1 ? "file" : "files"}`,
      pollNow: "Scan now",
      polling: (name: string) => `Scanning the folder of “${name}”.`,
      existingQuestion: "Process existing files?",
      existing: (count: number, folder: string) =>
        `${formatCount(count)} ${count === 1 ? "file is" : "files are"} already in ${folder}.`,
      existingAdmin: "If you process existing files, the actions run on every file and the files are moved.",
      existingUndecided: "An administrator must decide whether existing files are processed.",
      processExisting: "Process existing files",
      processNew: "Process new files only",
      balanceHint:
        "Compares the log with the watched folder and its subfolders Processed and Failed, by the day on which files arrived. “In log” is the sum of succeeded, failed, skipped and in progress.",
      missing: (count: number, items: string) =>
        `${items} ${count === 1 ? "is" : "are"} in the folders, but not in the log. Replay them to process them now.`,
      replayMissing: "Replay missing files",
      noTotals: "The files were not counted.",
    },
  },
};

const es: typeof en = {
  all: {
    Mailbox: {
      label: "Buzón",
      live: "Las notificaciones push están activas. Las consultas periódicas sirven de respaldo.",
      lastItem: "Último mensaje",
      lastPoll: "Última consulta",
      nextPoll: "Próxima consulta",
      lastPollError: "Error de la última consulta",
      pollFailed: "Falló la consulta",
      lastPollFailed: (error) => `Falló la última consulta: ${error}`,
      afterDisabling: "Los mensajes en cola esperan hasta que se habilite de nuevo.",
      lastDay: "Mensajes en las últimas 24 horas",
      deleteDetail: "El buzón deja de vigilarse, y se eliminan las acciones del monitor. El registro se conserva.",
      noActions: "Este monitor todavía no tiene acciones. Los mensajes se archivan sin procesarse.",
      phaseOneEnds: "Aquí se archiva el mensaje.",
    },
    File: {
      label: "Carpeta",
      live: "La carpeta se vigila. Los archivos nuevos inician el flujo de trabajo cuando están completos.",
      lastItem: "Último archivo",
      lastPoll: "Última revisión",
      nextPoll: "Próxima revisión",
      lastPollError: "Error de la última revisión",
      pollFailed: "Falló la revisión",
      lastPollFailed: (error) => `Falló la última revisión: ${error}`,
      afterDisabling: "Los archivos en cola esperan hasta que se habilite de nuevo.",
      lastDay: "Archivos en las últimas 24 horas",
      deleteDetail:
        "La carpeta deja de vigilarse, y se eliminan las acciones del monitor. Los archivos y el registro se conservan.",
      noActions: "Este monitor todavía no tiene acciones. Los archivos se mueven a Processed y no ocurre nada más.",
      phaseOneEnds: "Aquí se mueve el archivo a Processed.",
    },
    StatusEvent: {
      label: "Cambios de estado",
      live: "Los cambios de estado inician el flujo de trabajo.",
      lastItem: "Último cambio",
      lastPoll: "Última consulta",
      nextPoll: "Próxima consulta",
      lastPollError: "Error de la última consulta",
      pollFailed: "Falló la consulta",
      lastPollFailed: (error) => `Falló la última consulta: ${error}`,
      afterDisabling: "Los cambios que ocurran hasta que se habilite de nuevo no inician nada.",
      lastDay: "Cambios de estado en las últimas 24 horas",
      deleteDetail:
        "Los cambios de estado ya no inician su flujo de trabajo, y se eliminan las acciones del monitor. El registro se conserva.",
      noActions: "Este monitor todavía no tiene acciones. Los cambios de estado se registran y no ocurre nada más.",
      phaseOneEnds: "Aquí termina la fase 1.",
    },
  },
  withFolder: {
    Mailbox: {
      items: (count) => `${formatCount(count)} ${count === 1 ? "mensaje" : "mensajes"}`,
      pollNow: "Consultar ahora",
      polling: (name) => `Consultando el buzón de “${name}”.`,
      existingQuestion: "¿Procesar el correo existente?",
      existing: (count, folder) => `Ya hay ${formatCount(count)} ${count === 1 ? "mensaje" : "mensajes"} en ${folder}.`,
      existingAdmin:
        "Si procesa el correo existente, las acciones se ejecutan con cada mensaje y los mensajes se archivan.",
      existingUndecided: "Un administrador debe decidir si se procesa el correo existente.",
      processExisting: "Procesar el correo existente",
      processNew: "Procesar solo el correo nuevo",
      balanceHint:
        "Compara el registro con las carpetas del buzón, por el día en que se recibieron los mensajes. “En el registro” es la suma de correctos, fallidos, omitidos y en proceso.",
      missing: (count, items) =>
        `${items} ${count === 1 ? "está" : "están"} en el buzón, pero no en el registro. Reprocese los mensajes que faltan para procesarlos ahora.`,
      replayMissing: "Reprocesar los mensajes que faltan",
      noTotals: "El servicio de correo no informó los totales de las carpetas.",
    },
    File: {
      items: (count) => `${formatCount(count)} ${count === 1 ? "archivo" : "archivos"}`,
      pollNow: "Revisar ahora",
      polling: (name) => `Revisando la carpeta de “${name}”.`,
      existingQuestion: "¿Procesar los archivos existentes?",
      existing: (count, folder) => `Ya hay ${formatCount(count)} ${count === 1 ? "archivo" : "archivos"} en ${folder}.`,
      existingAdmin:
        "Si procesa los archivos existentes, las acciones se ejecutan con cada archivo y los archivos se mueven.",
      existingUndecided: "Un administrador debe decidir si se procesan los archivos existentes.",
      processExisting: "Procesar los archivos existentes",
      processNew: "Procesar solo los archivos nuevos",
      balanceHint:
        "Compara el registro con la carpeta vigilada y sus subcarpetas Processed y Failed, por el día en que llegaron los archivos. “En el registro” es la suma de correctos, fallidos, omitidos y en proceso.",
      missing: (count, items) =>
        `${items} ${count === 1 ? "está" : "están"} en las carpetas, pero no en el registro. Reprocese los archivos que faltan para procesarlos ahora.`,
      replayMissing: "Reprocesar los archivos que faltan",
      noTotals: "No se contaron los archivos.",
    },
  },
};

export const WATCHER_KIND_TEXT: Record<Language, typeof en> = { en, es };
export const watcherKindText = localized(WATCHER_KIND_TEXT);
