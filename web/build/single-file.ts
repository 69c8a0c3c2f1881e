// Builds one script whose name never changes.
import type { UserConfig } from "vite";
import { compressed } from "./compressed.ts";

export interface SingleFile {
  name: string;
  input: string;
  /** `iife` has no imports and no exports. */
  format: "es" | "iife";
}

export function singleFile({ name, input, format }: SingleFile): UserConfig {
  return {
    build: {
      target: "es2022",
      // The pages are already in the same folder.
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rollupOptions: { input, preserveEntrySignatures: "strict", output: { entryFileNames: name, format } },
    },
    plugins: [compressed((found) => found === name)],
  };
}
