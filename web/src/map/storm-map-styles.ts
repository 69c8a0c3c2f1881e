// The styles of the legend and the strike details.
import { css } from "lit";

export const stormMapStyles = css`
  .legend,
  .strike {
    border: 1px solid var(--line);
    border-radius: 0.5rem;
    background: var(--sheet);
    font-size: 0.875rem;
  }
  .legend {
    position: absolute;
    left: 0.6rem;
    top: 0.6rem;
    max-width: min(15rem, calc(100% - 5rem));
    max-height: calc(100% - 1.2rem);
    overflow: auto;
    /* Over the scale bar, which it overlaps on a small map. */
    z-index: 1;
  }
  summary:focus-visible {
    outline-offset: 2px;
  }
  summary {
    padding: 0.65rem 0.9rem;
    font-weight: 600;
    cursor: pointer;
    border-radius: 0.5rem;
  }
  dl {
    margin: 0;
    padding: 0 0.9rem 0.7rem;
  }
  dt {
    margin-top: 0.35rem;
    color: var(--quiet);
    font-weight: 600;
  }
  dd {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    margin: 0.2rem 0 0;
  }
  dd svg {
    flex: none;
  }
  .ramp {
    flex-wrap: wrap;
    justify-content: space-between;
  }
  .ramp svg {
    flex-basis: 100%;
    width: 100%;
    height: 0.6rem;
    border-radius: 0.2rem;
  }
  .area {
    fill: color-mix(in srgb, var(--status-active-solid) 16%, transparent);
    stroke: var(--status-active-solid);
  }
  .trail {
    stroke: light-dark(#6d28d9, #c4b5fd);
  }
  dd label {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-height: 2rem;
    cursor: pointer;
  }
  dd input {
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    margin: 0;
  }
  /* At the edge in the direction of what is outside, next to the other controls. */
  .edge-arrow {
    position: absolute;
    display: block;
    width: auto;
    height: auto;
    min-height: 2rem;
    padding: 0.15rem 0.5rem;
    border-color: var(--status-active-solid);
    background: color-mix(in srgb, var(--sheet) 92%, transparent);
    font-size: 0.8125rem;
    font-weight: 600;
    line-height: 1.2;
    white-space: nowrap;
  }
  .edge-arrow span {
    display: block;
  }
  .edge-arrow[data-direction="N"] {
    left: 50%;
    top: 0.6rem;
    translate: -50% 0;
  }
  .edge-arrow[data-direction="NE"] {
    right: 4rem;
    top: 3.9rem;
  }
  .edge-arrow[data-direction="E"] {
    right: 0.6rem;
    top: max(50%, 10.5rem);
  }
  .edge-arrow[data-direction="SE"] {
    right: 0.6rem;
    bottom: 0.6rem;
  }
  .edge-arrow[data-direction="S"] {
    left: 50%;
    bottom: 0.6rem;
    translate: -50% 0;
  }
  .edge-arrow[data-direction="SW"] {
    left: 0.6rem;
    bottom: 2.8rem;
  }
  .edge-arrow[data-direction="W"] {
    left: 0.6rem;
    top: 50%;
    translate: 0 -50%;
  }
  .edge-arrow[data-direction="NW"] {
    left: 0.6rem;
    top: 3.9rem;
  }
  .note {
    position: absolute;
    left: 50%;
    translate: -50% 0;
    width: max-content;
    max-width: calc(100% - 1.2rem);
    margin: 0;
    padding: 0.2rem 0.6rem;
    border-radius: 0.3rem;
    background: color-mix(in srgb, var(--sheet) 92%, transparent);
    font-size: 0.8125rem;
    font-weight: 600;
    text-align: center;
    pointer-events: none;
    bottom: 3.2rem;
  }
  .status-icon .outline {
    fill: var(--solid);
  }
  .status-icon .symbol {
    stroke: var(--on);
  }
  /* Shows keyboard users what Enter selects. */
  .cross {
    display: none;
    position: absolute;
    left: 50%;
    top: 50%;
    translate: -50% -50%;
    fill: none;
    stroke: var(--ink);
    stroke-width: 2.5;
    pointer-events: none;
  }
  .cross .rim {
    stroke: var(--sheet);
    stroke-width: 6;
  }
  canvas:focus-visible ~ .cross {
    display: block;
  }
  .strike {
    position: absolute;
    right: 0.6rem;
    bottom: 0.6rem;
    display: flex;
    align-items: center;
    gap: 0.5rem;
    max-width: calc(100% - 1.2rem);
    padding-left: 0.9rem;
  }
  .strike p {
    margin: 0;
  }
  .strike button {
    border: 0;
    background: none;
  }
  @media print {
    .legend {
      display: none;
    }
  }
`;
