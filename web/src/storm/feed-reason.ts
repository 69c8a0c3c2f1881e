// Why the feed is not healthy, in the reader's language. Pure.
import type { Language } from "../status-text/language.ts";
import { withLocalTimes } from "../status-text/local-times.ts";

/** The service's codes. Its own message is in English and has more details, such as times. */
const SPANISH: Readonly<Record<string, string>> = {
  diskFull: "el disco del servidor está lleno y no se pueden guardar rayos nuevos",
  signInRejected: "el buzón del proveedor rechazó el inicio de sesión",
  accessDenied: "no hay permiso para leer el buzón del proveedor",
  mailboxNotFound: "no se encontró el buzón del proveedor o su carpeta",
  mailboxSettings: "el buzón del proveedor no se puede abrir con la configuración actual",
  neverPolled: "todavía no se ha podido leer el buzón del proveedor",
  pollOverdue: "hace varios minutos que no se puede leer el buzón del proveedor",
  messageFailed: "falló el procesamiento de un mensaje reciente",
  messageInterrupted: "se interrumpió el procesamiento de un mensaje reciente",
  messageDelayed: "un mensaje reciente todavía no se ha procesado",
  strikeTimes: "la hora de los rayos no concuerda con la de su mensaje",
  strikePositions: "los rayos del último mensaje están demasiado lejos de la ciudad",
  providerTimeUnknown: "el servicio de correo no informa su hora",
  clockDifference: "el reloj del servidor difiere del reloj del servicio de correo",
  vendorSilent: "no llegan mensajes del proveedor desde hace más tiempo del esperado",
  testMessageNotSent: "no se pueden enviar mensajes de prueba al buzón del proveedor",
  testMessageMissing: "un mensaje de prueba no llegó al buzón del proveedor",
  testMessageOverdue: "no se envían mensajes de prueba al buzón del proveedor",
  vendorMailInJunk: "hay mensajes del proveedor en la carpeta de correo no deseado",
  loaderSilent: "el programa que carga los rayos no da señales",
};

export interface FeedReason {
  text: string;
  /** The language of the text. */
  language: Language;
}

interface ReportedFeed {
  reason?: string | null;
  reasonCodes?: readonly string[];
}

/** Null if the service gives no reason. A code that this page does not know is shown in the service's words. */
export function feedReason(
  { reason, reasonCodes = [] }: ReportedFeed,
  language: Language,
  timeZone: string | undefined,
): FeedReason | null {
  if (reason == null) return null;
  const spanish = reasonCodes.map((code) => SPANISH[code]);
  if (language === "es" && spanish.length > 0 && spanish.every((text) => text !== undefined))
    return { text: `${spanish.join("; ")}.`, language: "es" };
  return { text: withLocalTimes(reason, timeZone), language: "en" };
}
