// The texts of the first run, the setup checklist and the city settings. Pure.
import type { Language } from "../../status-text/language.ts";
import { localized } from "../../status-text/page-language.ts";

const en = {
  firstAdmin: "Create the first administrator",
  firstAdminHint:
    "This service has no users yet. The one-time code is in the output of the service: it was printed when the service started.",
  code: "One-time code",
  codeHint: "For example ABCD-EFGH-JKLM-NPQR. With systemd: sudo journalctl -u stormwire",
  repeatPassword: "Repeat the password",
  enterCode: "Enter the one-time code.",
  enterUsername: "Enter a username.",
  enterPassword: "Enter a password.",
  passwordsDiffer: "The passwords differ. Enter the same one twice.",
  createAdmin: "Create administrator",
  creating: "Creating…",
  allDone: (all: number) => `All ${all} steps are done.`,
  someDone: (done: number, all: number) => `${done} of ${all} steps done.`,
  review: "Review",
  done: "Done",
  toDo: "To do",
  steps: {
    city: {
      title: "City and coordinates",
      task: "Enter the name and time zone of your city, and choose the coordinate system of its maps.",
      linkLabel: "Set up the city",
    },
    facilities: {
      title: "Facilities",
      task: "Upload a CSV or GeoJSON file with the places to protect, such as pools, parks and stadiums.",
      linkLabel: "Import facilities",
    },
    credential: {
      title: "Credential",
      task: "Add the app registration that may read the mailbox, then test it.",
      linkLabel: "Add a credential",
    },
    watcher: {
      title: "Watcher",
      task: "Choose the mailbox that receives the vendor’s emails, and enable the watcher.",
      linkLabel: "Set up the watcher",
    },
    layout: {
      title: "Vendor layout",
      task: "Import a ready workflow that matches the vendor’s emails, then wait for the first one or replay an old one.",
      linkLabel: "Set up the actions",
    },
    screens: {
      title: "Screens",
      task: "Open the storm page, and put the public page or the element on the screens of your facilities.",
      linkLabel: "Open the storm page",
    },
    alerts: {
      title: "Alerts",
      task: "Set operator.email, smtp.url and smtp.from in the configuration, restart the service, and send a test email.",
      linkLabel: "Open the system page",
    },
  },
  setup: "Setup",
  citySaved: "The city settings were saved.",
  cityName: "City name",
  timeZone: "Time zone",
  timeZoneHint: "Times are shown in this zone.",
  timeZones: "time zones",
  crs: "Coordinate system",
  crsHint:
    "Points are stored in feet of this system. Choose the one that your city’s maps and aerial images use, or let its position suggest one. It cannot change while facilities have positions.",
  position: "Position of the city (optional)",
  positionHint: "Latitude, longitude. Example: 34.7304, -86.5861",
  suggest: "Suggest a system",
  system: "System",
  systems: "coordinate systems",
  systemHint: "Type a state, a zone or a code such as EPSG:2225, or a proj string in feet.",
  setBy: "Set by",
  setByRest: "in the configuration. Change it there and restart the service.",
  noSystem: "No known system covers this position. Enter the PROJ.4 text of one in feet.",
  suggested: (system: string) => `Suggested: ${system}.`,
  alsoPossible: (systems: string) => `Also possible: ${systems}.`,
};

const es: typeof en = {
  firstAdmin: "Crear el primer administrador",
  firstAdminHint:
    "Este servicio todavía no tiene usuarios. El código de un solo uso está en la salida del servicio: se mostró al iniciarlo.",
  code: "Código de un solo uso",
  codeHint: "Por ejemplo, ABCD-EFGH-JKLM-NPQR. Con systemd: sudo journalctl -u stormwire",
  repeatPassword: "Repita la contraseña",
  enterCode: "Escriba el código de un solo uso.",
  enterUsername: "Escriba un nombre de usuario.",
  enterPassword: "Escriba una contraseña.",
  passwordsDiffer: "Las contraseñas no coinciden. Escriba la misma dos veces.",
  createAdmin: "Crear administrador",
  creating: "Creando…",
  allDone: (all) => `Los ${all} pasos están completos.`,
  someDone: (done, all) => `${done} de ${all} pasos completos.`,
  review: "Revisar",
  done: "Completo",
  toDo: "Pendiente",
  steps: {
    city: {
      title: "Ciudad y coordenadas",
      task: "Escriba el nombre y la zona horaria de su ciudad, y elija el sistema de coordenadas de sus mapas.",
      linkLabel: "Configurar la ciudad",
    },
    facilities: {
      title: "Instalaciones",
      task: "Suba un archivo CSV o GeoJSON con los lugares que desea proteger, como piscinas, parques y estadios.",
      linkLabel: "Importar instalaciones",
    },
    credential: {
      title: "Credencial",
      task: "Agregue el registro de aplicación que puede leer el buzón y pruébelo.",
      linkLabel: "Agregar una credencial",
    },
    watcher: {
      title: "Monitor",
      task: "Elija el buzón que recibe los correos del proveedor y habilite el monitor.",
      linkLabel: "Configurar el monitor",
    },
    layout: {
      title: "Formato del proveedor",
      task: "Importe un flujo de trabajo listo que coincida con los correos del proveedor. Luego espere el primer correo o reprocese uno anterior.",
      linkLabel: "Configurar las acciones",
    },
    screens: {
      title: "Pantallas",
      task: "Abra la página de la tormenta y ponga la página pública o el elemento en las pantallas de sus instalaciones.",
      linkLabel: "Abrir la página de la tormenta",
    },
    alerts: {
      title: "Alertas",
      task: "Indique operator.email, smtp.url y smtp.from en la configuración, reinicie el servicio y envíe un correo de prueba.",
      linkLabel: "Abrir la página del sistema",
    },
  },
  setup: "Configuración inicial",
  citySaved: "Se guardaron los ajustes de la ciudad.",
  cityName: "Nombre de la ciudad",
  timeZone: "Zona horaria",
  timeZoneHint: "Las horas se muestran en esta zona.",
  timeZones: "zonas horarias",
  crs: "Sistema de coordenadas",
  crsHint:
    "Los puntos se guardan en pies de este sistema. Elija el que usan los mapas y las imágenes aéreas de su ciudad, o pida una sugerencia según su posición. No se puede cambiar mientras haya instalaciones con posición.",
  position: "Posición de la ciudad (opcional)",
  positionHint: "Latitud, longitud. Ejemplo: 34.7304, -86.5861",
  suggest: "Sugerir un sistema",
  system: "Sistema",
  systems: "sistemas de coordenadas",
  systemHint: "Escriba un estado, una zona o un código como EPSG:2225, o un texto de PROJ en pies.",
  setBy: "Se define con",
  setByRest: "en la configuración. Cámbielo allí y reinicie el servicio.",
  noSystem: "Ningún sistema conocido cubre esta posición. Escriba el texto PROJ.4 de uno en pies.",
  suggested: (system) => `Sugerencia: ${system}.`,
  alsoPossible: (systems) => `También son posibles: ${systems}.`,
};

export const SETUP_TEXT: Record<Language, typeof en> = { en, es };
export const setupText = localized(SETUP_TEXT);
