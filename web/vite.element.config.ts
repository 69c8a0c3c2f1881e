// The element is one file whose name never changes: other sites link to it.
import { defineConfig } from "vite";
import { compressed } from "./build/compressed.ts";

const NAME = "facility-lightning-status.js";

export default defineConfig({
  build: {
    target: "es2022",
    // The pages are already in the same folder.
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: "src/element/define.ts",
      preserveEntrySignatures: "strict",
      output: { entryFileNames: NAME },
    },
  },
  plugins: [compressed((name) => name === NAME)],
});
