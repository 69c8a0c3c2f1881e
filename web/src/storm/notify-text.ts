// The texts about notifications. Pure.
import type { PushState } from "../pwa/push-client.ts";
import type { Language } from "../status-text/language.ts";

export interface NotifyText {
  enable: string;
  disable: string;
  hint: Record<Exclude<PushState, "off">, string>;
  failed: string;
}

export const NOTIFY_TEXT: Record<Language, NotifyText> = {
  en: {
    enable: "Notify me about this facility",
    disable: "Stop notifications",
    hint: {
      on: "This device gets a notification when lightning is close and when it is clear again. Notifications can be late. Keep watching the sky.",
      blocked:
        "Notifications are blocked for this site. Allow them in the settings of the browser, then reload the page.",
      unsupported: "This browser cannot show notifications.",
      "needs-install":
        "To get notifications on this device, add this page to the Home Screen first: tap Share, then Add to Home Screen. Then open it from there.",
    },
    failed: "Notifications could not be changed. Try again.",
  },
  es: {
    enable: "Avisarme sobre esta instalación",
    disable: "Desactivar avisos",
    hint: {
      on: "Este dispositivo recibe un aviso cuando hay rayos cerca y cuando termina la alerta. Los avisos pueden llegar tarde. Siga observando el cielo.",
      blocked:
        "Los avisos están bloqueados para este sitio. Permítalos en la configuración del navegador y recargue la página.",
      unsupported: "Este navegador no puede mostrar avisos.",
      "needs-install":
        "Para recibir avisos en este dispositivo, primero agregue esta página a la pantalla de inicio: toque Compartir y luego Agregar a inicio. Después ábrala desde allí.",
    },
    failed: "No se pudieron cambiar los avisos. Inténtelo de nuevo.",
  },
};
