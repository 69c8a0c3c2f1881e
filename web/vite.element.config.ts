// The element: other sites link to it.
import { singleFile } from "./build/single-file.ts";

export default singleFile({ name: "facility-lightning-status.js", input: "src/element/define.ts", format: "es" });
