// The texts about roles, durations and failed requests. Pure.
import type { Language } from "../status-text/language.ts";
import { localized } from "../status-text/page-language.ts";

const en = {
  role: { viewer: "Viewer", operator: "Operator", admin: "Administrator" },
  roleHint: {
    viewer: "Can view everything except users, tokens and the audit trail. Cannot change anything.",
    operator: "Can also test credentials, retry and replay messages, and enable, disable and poll watchers.",
    admin: "Full access, including settings, users, tokens and the audit trail.",
  },
  unit: {
    day: ["day", "days"],
    hour: ["hour", "hours"],
    minute: ["minute", "minutes"],
    second: ["second", "seconds"],
  } as Record<DurationUnit, [one: string, many: string]>,
  facilities: (count: number): string => (count === 1 ? "facility" : "facilities"),
  of: (shown: number, all: number) => `${shown} of ${all}`,
  http: (status: number) => `The service returned HTTP ${status}.`,
  tooManyPasswords: (advice: string) => `Too many wrong passwords. ${advice}`,
  timeout: "The service did not respond in time. Try again.",
  unreachable: "The service cannot be reached. Check your connection and try again.",
  waitAMoment: "Wait a moment, then try again.",
  tryAgainIn: (duration: string) => `Try again in ${duration}.`,
};

const es: typeof en = {
  role: { viewer: "Lector", operator: "Operador", admin: "Administrador" },
  roleHint: {
    viewer: "Puede ver todo excepto los usuarios, los tokens y la auditoría. No puede cambiar nada.",
    operator:
      "Además puede probar credenciales, reintentar y reprocesar mensajes, y habilitar, deshabilitar y consultar monitores.",
    admin: "Acceso completo, incluidos los ajustes, los usuarios, los tokens y la auditoría.",
  },
  unit: {
    day: ["día", "días"],
    hour: ["hora", "horas"],
    minute: ["minuto", "minutos"],
    second: ["segundo", "segundos"],
  },
  facilities: (count) => (count === 1 ? "instalación" : "instalaciones"),
  of: (shown, all) => `${shown} de ${all}`,
  http: (status) => `El servicio respondió con HTTP ${status}.`,
  tooManyPasswords: (advice) => `Demasiadas contraseñas incorrectas. ${advice}`,
  timeout: "El servicio no respondió a tiempo. Intente de nuevo.",
  unreachable: "No hay conexión con el servicio. Revise su conexión e intente de nuevo.",
  waitAMoment: "Espere un momento e intente de nuevo.",
  tryAgainIn: (duration) => `Intente de nuevo en ${duration}.`,
};

export type DurationUnit = "day" | "hour" | "minute" | "second";

export const DATA_TEXT: Record<Language, typeof en> = { en, es };
export const dataText = localized(DATA_TEXT);
