// Writes .br and .gz copies of every text file of the build, so that the server does not compress at run time.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|json|txt)$/;
const MIN_BYTES = 1024;

export function compressed(isIncluded: (name: string) => boolean = () => true): Plugin {
  let folder = "dist";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && TEXT.test(entry.name) && isIncluded(entry.name))
          await compress(join(entry.parentPath, entry.name));
      }
    },
  };
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  if (plain.length < MIN_BYTES) return;
  const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
  await writeFile(`${file}.br`, brotliCompressSync(plain, brotli));
  await writeFile(`${file}.gz`, gzipSync(plain, { level: 9 }));
}
