// The service worker: browsers look for new versions at its address.
import { singleFile } from "./build/single-file.ts";

export default singleFile({ name: "service-worker.js", input: "src/pwa/service-worker.ts", format: "iife" });
