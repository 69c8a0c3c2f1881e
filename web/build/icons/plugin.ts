// Adds the icons of the installed app to the build. The manifest in crates/api/src/web_app.rs lists them.
import type { Plugin } from "vite";
import { drawIcon, type IconShape } from "./draw.ts";
import { encodePng } from "./png.ts";

const ICONS: Record<string, IconShape> = {
  "icon-192.png": { size: 192, radius: 9, scale: 1 },
  "icon-512.png": { size: 512, radius: 9, scale: 1 },
  "icon-maskable-512.png": { size: 512, radius: 0, scale: 0.7 },
  "apple-touch-icon.png": { size: 180, radius: 0, scale: 0.85 },
};

export function icons(): Plugin {
  return {
    name: "icons",
    apply: "build",
    generateBundle() {
      for (const [name, shape] of Object.entries(ICONS)) {
        const source = encodePng(drawIcon(shape), shape.size);
        this.emitFile({ type: "asset", fileName: `icon/${name}`, source });
      }
    },
  };
}
