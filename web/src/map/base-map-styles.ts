// The styles of all maps. The colors come from the page.
import { css } from "lit";

export const baseMapStyles = css`
  :host {
    display: block;
    position: relative;
    overflow: hidden;
    contain: strict;
    background: light-dark(#e3e8ee, #141c27);
    color: var(--ink);
  }
  .photos,
  canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .photos {
    transform-origin: 0 0;
    will-change: transform;
    contain: layout style size;
  }
  .photos img {
    position: absolute;
    max-width: none;
    user-select: none;
  }
  @media (prefers-color-scheme: dark) {
    .photos {
      filter: brightness(0.6) saturate(0.85);
    }
  }
  /* One finger scrolls the page. Two fingers move the map, by script. */
  canvas {
    touch-action: pan-x pan-y;
    cursor: grab;
  }
  canvas:active {
    cursor: grabbing;
  }
  :focus-visible {
    outline: 3px solid var(--link);
    outline-offset: -3px;
  }
  .buttons {
    position: absolute;
    right: 0.6rem;
    top: 0.6rem;
    display: grid;
    gap: 0.4rem;
  }
  button {
    display: grid;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    padding: 0;
    border: 1px solid var(--edge);
    border-radius: 0.5rem;
    background: var(--sheet);
    color: var(--ink);
    font: inherit;
    cursor: pointer;
  }
  .buttons svg {
    width: 1.375rem;
    height: 1.375rem;
  }
  button:hover {
    background: var(--note-ground);
  }
  button:focus-visible {
    outline-offset: 2px;
  }
  .scale {
    position: absolute;
    left: 0.6rem;
    bottom: 0.6rem;
    display: flex;
    align-items: flex-end;
    gap: 0.4rem;
    padding: 0.2rem 0.5rem;
    border-radius: 0.3rem;
    background: color-mix(in srgb, var(--sheet) 88%, transparent);
    font-size: 0.8125rem;
    font-weight: 600;
    pointer-events: none;
  }
  .scale svg {
    margin-bottom: 0.25rem;
  }
  .hint {
    position: absolute;
    left: 50%;
    top: 50%;
    translate: -50% -50%;
    width: max-content;
    max-width: calc(100% - 2rem);
    margin: 0;
    padding: 0.6rem 1rem;
    border-radius: 0.5rem;
    background: rgb(11 18 32 / 0.85);
    color: #ffffff;
    font-weight: 600;
    text-align: center;
    pointer-events: none;
  }
  @media print {
    .buttons {
      display: none;
    }
  }
`;
