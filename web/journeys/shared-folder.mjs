// A folder that a watcher of files reads, as another program uses it.
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export class SharedFolder {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
  }

  create() {
    return mkdir(this.path, { recursive: true });
  }

  /** The file appears when it is complete. */
  async write(name, text) {
    const unfinished = join(this.path, `${name}.part`);
    await writeFile(unfinished, text);
    await rename(unfinished, join(this.path, name));
  }

  /** The names of the files in a subfolder; none if it does not exist. */
  async list(subfolder) {
    const names = await readdir(join(this.path, subfolder)).catch(() => []);
    return names.sort();
  }
}
