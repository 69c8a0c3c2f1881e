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
  .ring {
    stroke: var(--status-active-solid);
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
