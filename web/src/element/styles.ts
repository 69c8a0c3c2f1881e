// The element's styles. A page can override the custom properties.
import { colorStyles, statusStyles } from "../status/colors.ts";

/** Light and dark. */
const BASE_COLORS = {
  ground: ["#ffffff", "#1a2330"],
  text: ["#14233b", "#e8edf4"],
  quiet: ["#4a5a70", "#a9b6c8"],
  line: ["#d5dbe4", "#33404f"],
} as const;

function baseColors(value: (pair: readonly [string, string]) => string): string {
  const lines = Object.entries(BASE_COLORS).map(([name, pair]) => `--lightning-${name}:${value(pair)};`);
  return `:host{${lines.join("")}}`;
}

// A browser without `light-dark()` keeps the light colors.
export const STYLES = `
${colorStyles(":host")}
${baseColors(([light]) => light)}
@supports (color:light-dark(#000,#fff)){${baseColors(([light, dark]) => `light-dark(${light},${dark})`)}}
${statusStyles((status) => `.${status.toLowerCase()}`)}
:host {
  --lightning-corner: 0.75rem;
  --lightning-font: system-ui, sans-serif;
  display: block;
  max-width: 26rem;
  container-type: inline-size;
}
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; margin: 0; }
section {
  position: relative;
  overflow: hidden;
  border: 1px solid var(--lightning-line);
  border-radius: var(--lightning-corner);
  background: var(--lightning-ground);
  color: var(--lightning-text);
  font: 1rem/1.4 var(--lightning-font);
  /* What a page sets for its own text does not fit here: a status in capitals would not fit either. */
  letter-spacing: normal;
  word-spacing: normal;
  text-transform: none;
  text-indent: 0;
  text-shadow: none;
  white-space: normal;
  overflow-wrap: break-word;
  text-align: start;
}
header {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  padding: 0.75rem 1rem;
  background: var(--solid);
  color: var(--on);
}
[part~="shape"] { flex: none; width: 2.5rem; height: 2.5rem; }
.outline { fill: var(--on); }
.symbol { fill: none; stroke: var(--solid); stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
header > div { min-width: 0; }
[part~="word"] { display: block; font-size: clamp(0.875rem, 13cqi, 1.5rem); line-height: 1.15; letter-spacing: -0.01em; }
[part~="name"] { display: block; }
[part~="body"] { display: grid; gap: 0.5rem; padding: 0.875rem 1rem; }
[part~="advice"] { font-size: 1.0625rem; font-weight: 600; }
[part~="wait"] { font-variant-numeric: tabular-nums; white-space: pre-wrap; }
[part~="countdown"] { font-size: 1.5rem; line-height: 1; letter-spacing: -0.01em; }
[part~="note"] {
  padding: 0.5rem 0.75rem;
  border-inline-start: 4px solid var(--tint);
  background: var(--soft);
  color: var(--tint);
}
.distances { display: flex; align-items: center; gap: 1rem; padding-block: 0.25rem; }
[part~="ring"] { flex: none; width: 6.5rem; height: 6.5rem; }
.danger { fill: var(--soft); stroke: var(--tint); stroke-width: 2; }
.here { fill: var(--tint); }
circle.last, circle.closest, path.last, path.closest { fill: none; stroke: var(--lightning-text); stroke-width: 2; stroke-linecap: round; }
circle.last[r="0"], circle.closest[r="0"] { display: none; }
circle.closest, path.closest { stroke-dasharray: 0.1 7.4; stroke-width: 4.2; }
.unknown .danger { fill: none; stroke-dasharray: 3 4; }
.pulse { fill: none; stroke: var(--tint); stroke-width: 1.5; opacity: 0; }
dl { flex: 1; display: grid; gap: 0.5rem; min-width: 0; }
dt { display: flex; align-items: center; gap: 0.375rem; color: var(--lightning-quiet); font-size: 0.875rem; }
dd { font-variant-numeric: tabular-nums; line-height: 1.3; }
dd strong { display: block; font-size: 1.0625rem; }
dd span { color: var(--lightning-quiet); font-size: 0.9375rem; }
.key { flex: none; width: 1.125rem; height: 0.375rem; }
.unknown .key { display: none; }
[part~="count"] { color: var(--lightning-quiet); font-size: 0.9375rem; }
footer {
  padding: 0.625rem 1rem;
  border-top: 1px solid var(--lightning-line);
  color: var(--lightning-quiet);
  font-size: 0.8125rem;
  font-variant-numeric: tabular-nums;
}
footer a { color: inherit; }
.live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@container (max-width: 15rem) {
  .distances { flex-direction: column; align-items: stretch; }
  [part~="ring"] { align-self: center; }
  header { gap: 0.5rem; padding: 0.5rem 0.75rem; }
  [part~="shape"] { width: 1.75rem; height: 1.75rem; }
  [part~="body"], footer { padding-inline: 0.75rem; }
}
@container (max-width: 10rem) {
  header { flex-direction: column; align-items: start; gap: 0.25rem; }
  header, [part~="body"], footer { padding-inline: 0.5rem; }
  [part~="ring"] { width: 5rem; height: 5rem; }
  [part~="advice"], [part~="countdown"] { font-size: 1rem; }
  [part~="note"] { padding: 0.375rem 0.5rem; }
}
@media (prefers-reduced-motion: no-preference) {
  .active .pulse { animation: pulse 2.4s ease-out infinite; transform-origin: 0 0; }
}
@keyframes pulse {
  from { transform: scale(0.15); opacity: 0.7; }
  to { transform: scale(1); opacity: 0; }
}
@media (forced-colors: active) {
  header { border-bottom: 2px solid; forced-color-adjust: none; }
}
`;
