// The page that the service worker shows without a connection. It never shows a status other than Unknown. Pure.
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";

interface OfflineText {
  title: string;
  /** Why the status is unknown. */
  reason: string;
  since: (time: string) => string;
  retry: string;
}

export const OFFLINE_TEXT: Record<Language, OfflineText> = {
  en: {
    title: "No connection",
    reason: "The server cannot be reached, so the lightning status cannot be known.",
    since: (time) => `Unknown since ${time}.`,
    retry: "Try again",
  },
  es: {
    title: "Sin conexión",
    reason: "No se puede conectar con el servidor, por lo que no se puede saber el estado de alerta de rayos.",
    since: (time) => `Desconocido desde: ${time}.`,
    retry: "Reintentar",
  },
};

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.125rem/1.5 system-ui,sans-serif;background:light-dark(#f6f7f9,#10161f);color:light-dark(#14233b,#e8edf4)}
main{max-width:30rem;padding:1.5rem}
h1{margin:0;font-size:2.25rem;line-height:1.2}
a{display:inline-block;margin-top:.5rem;padding:.7rem 1.4rem;border-radius:.4rem;background:light-dark(#005ea2,#8cc0ff);color:light-dark(#fff,#0c1a2c);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid light-dark(#0b57b0,#8cc0ff);outline-offset:2px}`;

/** `since`: when the service was last reached; null if that is not known. */
export function offlinePage(language: Language, since: number | null): string {
  const [text, status] = [OFFLINE_TEXT[language], STATUS_TEXT[language]];
  const time = since === null ? null : formatTime(language, since);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${status.status.Unknown}</h1>
<p><strong>${text.reason}</strong></p>
${time === null ? "" : `<p>${text.since(time)}</p>`}
<p>${status.advice.Unknown} ${status.safety}</p>
<p><a href="">${text.retry}</a></p>
</main>
</body>
</html>`;
}

function formatTime(language: Language, at: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
