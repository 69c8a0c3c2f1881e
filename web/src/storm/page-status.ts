// The status in the tab: its title and its icon.
import { STATUS_COLORS } from "../status/colors.ts";
import { type DisplayStatus, SHAPES } from "../status/status.ts";

/** “Active – Birch Fields” */
export function tabTitle(status: string, name: string): string {
  return `${status} – ${name}`;
}

let shown: DisplayStatus | null = null;

/** Pages call it after each update, once a second: the same title again would still change the document. */
export function setTitle(title: string): void {
  if (document.title !== title) document.title = title;
}

export function setTab(title: string, status: DisplayStatus): void {
  setTitle(title);
  if (status === shown) return;
  shown = status;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link !== null) link.href = `data:image/svg+xml,${encodeURIComponent(tabIcon(status))}`;
}

/** The page's own icon again. */
export function resetTabIcon(href: string): void {
  shown = null;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link !== null) link.href = href;
}

/** In the light colors: a tab bar does not follow the page. */
export function tabIcon(status: DisplayStatus): string {
  const { solid, on } = STATUS_COLORS.light[status];
  const { outline, symbol } = SHAPES[status];
  const line = `stroke="${on}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${outline}" fill="${solid}"/><path d="${symbol}" fill="none" ${line}/></svg>`;
}
