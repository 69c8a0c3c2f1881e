// What the sections of the guide are about, for the help link of each page. Pure.
import type { Language } from "../status-text/language.ts";
import { localized } from "../status-text/page-language.ts";

const en = {
  signIn: "signing in",
  storm: "the storm page",
  reports: "storm reports",
  facilities: "facilities",
  import: "importing facilities",
  policies: "policies",
  layers: "map layers",
  sinks: "event sinks",
  setup: "the setup",
  coordinates: "the city’s coordinates",
  firstAdmin: "the first administrator",
  watchers: "watchers",
  files: "watching a folder",
  statusChanges: "workflows on status changes",
  actions: "actions",
  workflows: "ready workflows",
  workbench: "the workbench",
  balance: "the balance",
  log: "the log",
  failed: "failed messages",
  explain: "what happened to a message",
  credentials: "credentials",
  system: "the system page",
  users: "users",
  sessions: "sessions",
  tokens: "tokens",
  audit: "the audit trail",
  account: "your account",
  troubleshooting: "troubleshooting",
};

const es: typeof en = {
  signIn: "inicio de sesión",
  storm: "página de la tormenta",
  reports: "informes de tormentas",
  facilities: "instalaciones",
  import: "importar instalaciones",
  policies: "políticas",
  layers: "capas del mapa",
  sinks: "destinos de eventos",
  setup: "configuración inicial",
  coordinates: "coordenadas de la ciudad",
  firstAdmin: "primer administrador",
  watchers: "monitores",
  files: "monitorear una carpeta",
  statusChanges: "flujos de trabajo con cambios de estado",
  actions: "acciones",
  workflows: "flujos de trabajo listos",
  workbench: "editor de patrones",
  balance: "conciliación",
  log: "registro",
  failed: "mensajes fallidos",
  explain: "qué pasó con un mensaje",
  credentials: "credenciales",
  system: "página del sistema",
  users: "usuarios",
  sessions: "sesiones",
  tokens: "tokens de API",
  audit: "auditoría",
  account: "su cuenta",
  troubleshooting: "solución de problemas",
};

export type GuideTopic = keyof typeof en;

export const GUIDE_TOPICS: Record<Language, typeof en> = { en, es };
export const guideTopics = localized(GUIDE_TOPICS);
