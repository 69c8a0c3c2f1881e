import { defineConfig } from "vitest/config";
import { compressed } from "./build/compressed.ts";
import { guide } from "./build/guide/plugin.ts";
import { icons } from "./build/icons/plugin.ts";

export default defineConfig({
  build: {
    target: "es2022",
    // The content security policy forbids inline assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ["storm.html", "portal.html", "docs.html", "element.html", "guide.html"] },
  },
  plugins: [guide(), icons(), compressed()],
  test: {
    include: ["src/**/*.test.ts", "build/**/*.test.ts"],
    // Pure code needs no process for each file, which took five times as long. A file that changes something global restores it.
    pool: "threads",
    isolate: false,
  },
});
