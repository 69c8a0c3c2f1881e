// Compresses a small part of the screenshots into docs/screenshots, which is in git: what the documentation shows, and the best of
// each page.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MAIN_PAGES } from "./main-pages.mjs";
import { FOLDER } from "./options.mjs";

const DOCS = fileURLToPath(new URL("../../../docs/screenshots", import.meta.url));
const MAX_WIDTH = 1280;
const QUALITY = 0.8;

const PORTAL_PAGES = ["watchers", "watcher", "actions", "workbench", "log", "message", "facility-map", "system"];

const PUBLISHED = [
  ...MAIN_PAGES.flatMap(({ name, published }) => published.map((variant) => `${name}-${variant}`)),
  ...PORTAL_PAGES.flatMap((name) => [`${name}-desktop-light`, `${name}-phone-light`]),
  "gallery-desktop-light",
  "element-light",
  "element-docs-desktop-light",
  "facility-mail-desktop",
  "facility-mail-phone",
  "all-clear-mail-desktop",
  "all-clear-mail-phone",
];

export async function publish(browser) {
  await mkdir(DOCS, { recursive: true });
  for (const file of await readdir(DOCS)) await rm(join(DOCS, file));
  const page = await browser.newPage();
  for (const name of PUBLISHED) {
    const png = await readFile(join(FOLDER, `${name}.png`), "base64");
    const webp = await page.evaluate(toWebp, { png, maxWidth: MAX_WIDTH, quality: QUALITY });
    await writeFile(join(DOCS, `${name}.webp`), webp, "base64");
  }
  await page.close();
}

/** Runs in the browser, whose encoder needs no other package. */
async function toWebp({ png, maxWidth, quality }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const scale = Math.min(1, maxWidth / image.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}
