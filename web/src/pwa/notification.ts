// What a push message shows. Pure.
import { fieldsOf } from "../data/unchecked.ts";
import { chooseLanguage, type Language } from "../status-text/language.ts";

/** As the service sends it. */
interface PushMessage {
  facilityId: number;
  name: string;
  status: string;
  title: string;
  text: string;
  language: string;
  at: string;
  until: string;
  url: string;
}

export interface ShownNotification {
  title: string;
  options: NotificationOptions & { renotify: boolean; timestamp: number; data: { path: string } };
}

/** For a message that is outdated or cannot be read: a browser must show something. */
const FALLBACK: Record<Language, { title: string; outdated: string }> = {
  en: { title: "Lightning status", outdated: "The status may have changed. Open the page for the current status." },
  es: {
    title: "Estado de alerta de rayos",
    outdated: "El estado puede haber cambiado. Abra la página para ver el estado actual.",
  },
};

export function notificationFor(text: string, now: number, languages: readonly string[]): ShownNotification {
  const message = fieldsOf<PushMessage>(parse(text));
  const language = chooseLanguage([asText(message.language), ...languages]);
  const [name, title, body] = [asText(message.name), asText(message.title), asText(message.text)];
  const isUsable = title !== null && body !== null && Date.parse(asText(message.until) ?? "") > now;
  const at = Date.parse(asText(message.at) ?? "");
  return {
    title: isUsable ? title : (name ?? FALLBACK[language].title),
    options: {
      body: isUsable ? body : FALLBACK[language].outdated,
      lang: language,
      icon: "/icon/icon-192.png",
      // A newer notification about the facility replaces the older one.
      tag: typeof message.facilityId === "number" ? `facility-${message.facilityId}` : "status",
      renotify: true,
      requireInteraction: isUsable && message.status === "Active",
      timestamp: Number.isNaN(at) ? now : at,
      data: { path: pathOf(asText(message.url)) },
    },
  };
}

/** Only the path counts: the page opens where the app is installed. Two slashes would name another host. */
function pathOf(url: string | null): string {
  const base = "https://app.invalid";
  if (url === null || !URL.canParse(url, base)) return "/";
  const { pathname, search } = new URL(url, base);
  return `/${pathname.replace(/^\/+/, "")}${search}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function asText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
