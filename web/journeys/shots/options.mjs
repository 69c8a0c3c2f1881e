// The arguments: `--out FOLDER` for the pictures, and names of groups to take only those.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ options: { out: { type: "string" } }, allowPositionals: true });

export const GROUP_NAMES = positionals;
export const FOLDER =
  values.out === undefined
    ? fileURLToPath(new URL("../../../target/screenshots", import.meta.url))
    : resolve(values.out);
