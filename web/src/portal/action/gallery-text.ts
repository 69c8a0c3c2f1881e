// The texts of ready workflows and mail formats. In English, their names and descriptions come from the service. Pure.
import type { Language } from "../../status-text/language.ts";
import { localized } from "../../status-text/page-language.ts";

export interface NamedText {
  title: string;
  description: string;
}

const en = {
  unavailable: "No ready-made workflows are available.",
  added: (name: string, count: number) => `“${name}” was added with ${count === 1 ? "1 action" : `${count} actions`}.`,
  workflow: "Workflow",
  adds: (count: number, names: string) => `Adds ${count === 1 ? "1 action" : `${count} actions`}: ${names}.`,
  noSettings: "This workflow has no settings.",
  use: "Use this workflow",
  mailFormat: "Mail format",
  mailExample: "Example of this mail format",
  defaultFormat: "Default (ALERT or WARNING)",
  defaultDescription:
    "One paragraph per strike that starts with ALERT or WARNING. Choose a format that looks like your vendor's emails, or fit the patterns later in the workbench.",
  setting: {
    Recipients: { label: "Recipients", hint: "Email addresses, separated by commas." },
    WebhookUrl: {
      label: "Webhook URL of the channel",
      hint: "Anyone who knows it can post to the channel. It is stored encrypted.",
    },
    Platform: { label: "Chat platform", hint: "Teams, Slack, Mattermost or Discord." },
    QuietMinutes: {
      label: "Minimum minutes between emails",
      hint: "Status changes are always emailed immediately.",
    },
  } as Record<string, { label: string; hint: string }>,
  isRequired: "This field is required.",
  enterNumber: "Enter a number.",
  /** By the name of the workflow and of the layout in the API. */
  workflows: {} as Record<string, NamedText>,
  layouts: {} as Record<string, NamedText>,
};

const es: typeof en = {
  unavailable: "No hay flujos de trabajo listos disponibles.",
  added: (name, count) => `Se agregó “${name}” con ${count === 1 ? "1 acción" : `${count} acciones`}.`,
  workflow: "Flujo de trabajo",
  adds: (count, names) => `Agrega ${count === 1 ? "1 acción" : `${count} acciones`}: ${names}.`,
  noSettings: "Este flujo de trabajo no tiene ajustes.",
  use: "Usar este flujo de trabajo",
  mailFormat: "Formato del correo",
  mailExample: "Ejemplo de este formato de correo",
  defaultFormat: "Predeterminado (ALERT o WARNING)",
  defaultDescription:
    "Un párrafo por rayo que empieza con ALERT o WARNING. Elija un formato parecido a los correos de su proveedor, o ajuste los patrones después en el editor de patrones.",
  setting: {
    Recipients: { label: "Destinatarios", hint: "Direcciones de correo, separadas por comas." },
    WebhookUrl: {
      label: "URL del webhook del canal",
      hint: "Quien la conozca puede publicar en el canal. Se guarda cifrada.",
    },
    Platform: { label: "Plataforma de chat", hint: "Teams, Slack, Mattermost o Discord." },
    QuietMinutes: {
      label: "Minutos mínimos entre correos",
      hint: "Los cambios de estado siempre se envían de inmediato.",
    },
  },
  isRequired: "Este campo es obligatorio.",
  enterNumber: "Escriba un número.",
  workflows: {
    "Lightning ingest": {
      title: "Lectura de rayos",
      description:
        "Extrae los rayos del correo del proveedor y los guarda en data.LightningStrike. Los patrones de la primera acción deben ajustarse al formato de los correos de su proveedor.",
    },
    "Lightning ingest with facility mail": {
      title: "Lectura de rayos con correos por instalación",
      description:
        "Además envía a una lista de destinatarios el estado, el rayo más cercano y el número de rayos de cada instalación. Envía como máximo un correo por intervalo, salvo que cambie un estado, y uno cuando todas las instalaciones están despejadas. Reemplaza el reenvío del correo del proveedor.",
    },
    "Chat message when a status changes": {
      title: "Mensaje de chat cuando cambia un estado",
      description:
        "Publica cada cambio de estado en un canal de Teams, Slack, Mattermost o Discord. Para monitores de cambios de estado, en los que se eligen las instalaciones y los estados.",
    },
    "Email when a status changes": {
      title: "Correo cuando cambia un estado",
      description:
        "Envía cada cambio de estado por correo a una lista de destinatarios. Para recibir un correo solo al fin de la alerta, elija Despejado como único estado del monitor.",
    },
    "Lightning ingest from CSV files": {
      title: "Lectura de rayos de archivos CSV",
      description:
        "Para un monitor de una carpeta: lee los rayos de un archivo CSV con las columnas Name, Timestamp, Type, Latitude y Longitude, y los guarda en data.LightningStrike. Las horas sin zona son UTC. El archivo debe tener este encabezado. Si sus archivos tienen otras columnas, cambie Header y los patrones de la primera acción.",
    },
  },
  layouts: {
    paragraphs: { title: "Párrafos", description: "Un párrafo de texto por rayo, separados por líneas en blanco." },
    hemisphere: {
      title: "Oraciones con N y W",
      description: "Una o dos oraciones por rayo, con posiciones como 34.7283 N, 86.5477 W.",
    },
    "csv-header": {
      title: "Líneas CSV con encabezado",
      description:
        "Líneas separadas por comas en el texto del correo, debajo de una línea con los nombres de las columnas.",
    },
    "csv-lines": {
      title: "Líneas CSV sin encabezado",
      description: "Líneas separadas por comas, una debajo de otra, sin encabezado ni líneas en blanco.",
    },
    "csv-attachment": {
      title: "Archivo CSV adjunto al correo",
      description: "Los rayos están en un archivo CSV adjunto al correo.",
    },
    "html-table": {
      title: "Tabla HTML",
      description: "Una fila de una tabla HTML por rayo, leída del código del correo.",
    },
    "html-cards": {
      title: "Correo HTML con una tabla por rayo",
      description: "Un correo HTML con diseño en el que cada rayo es una tabla pequeña de etiquetas y valores.",
    },
    "outlook-nested": {
      title: "Tabla reenviada por Outlook",
      description:
        "Una tabla HTML dentro de otras tablas, como la reescribe Outlook. Cada fila es una línea con tabuladores entre sus celdas.",
    },
    "key-value": {
      title: "Bloques de líneas con etiqueta",
      description: "Un bloque de líneas como LAT: 34.69871 por rayo, con una línea de guiones entre los bloques.",
    },
    dms: {
      title: "Grados, minutos y segundos",
      description: "Bloques de líneas con etiqueta y posiciones como 34°43'42\"N 86°32'52\"W.",
    },
    "zone-abbreviation": {
      title: "Horas locales con CDT o CST",
      description:
        "Bloques de líneas con etiqueta y horas locales como 04:42:53 PM CDT. La zona horaria se indica en el campo.",
    },
    "local-and-utc": {
      title: "Hora local y UTC en una línea",
      description: "Cada rayo tiene la hora local con CDT o CST y la hora en UTC. Se lee la hora en UTC.",
    },
    pipe: {
      title: "Líneas con | entre los valores",
      description: "Una línea por rayo, con barras verticales entre los valores.",
    },
    "fixed-columns": {
      title: "Columnas alineadas con espacios",
      description: "Una línea por rayo, con los valores alineados con espacios debajo de sus títulos.",
    },
    "vendor-codes": {
      title: "Códigos del proveedor",
      description: "Una línea de códigos por rayo, como KIND=G y LAT=N34.7283. Los códigos se convierten en palabras.",
    },
    "json-body": {
      title: "Texto JSON",
      description: "El texto del correo es JSON, con un objeto por rayo.",
    },
    "xml-body": {
      title: "Texto XML",
      description: "El texto del correo es XML, con un elemento por rayo.",
    },
    forwarded: {
      title: "Correo reenviado y citado",
      description:
        "Un correo que reenvió una persona. Cada línea del texto del proveedor empieza con uno o más caracteres >.",
    },
    "forwarded-apple": {
      title: "Correo reenviado con Begin forwarded message",
      description: "Un correo que una persona reenvió desde un teléfono o una Mac, sin caracteres >.",
    },
    german: {
      title: "Alemán",
      description: "Texto en alemán, fechas como 21. Mai 2025 y números con coma decimal.",
    },
    spanish: { title: "Español", description: "Texto y fechas en español, como 21 de mayo de 2025." },
  },
};

export const GALLERY_TEXT: Record<Language, typeof en> = { en, es };
export const galleryText = localized(GALLERY_TEXT);
