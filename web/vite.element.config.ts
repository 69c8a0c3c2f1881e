// The element is one file under a name that never changes: other people's pages hold its address.
import { defineConfig } from "vite";
import { compressed } from "./build/compressed.ts";

const NAME = "facility-lightning-status.js";

export default defineConfig({
  build: {
    target: "es2022",
    // The pages were built into the same folder before.
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
