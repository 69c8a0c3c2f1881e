import { css, html, LitElement } from "lit";
import { property, state } from "lit/decorators.js";
import { describeReadiness, type Readiness, type ReadinessResponse } from "./readiness.ts";
import { shellText } from "./text.ts";

const POLL_INTERVAL_MS = 5_000;
const TIMEOUT_MS = 4_000;

/** Shows whether the service is ready, and keeps polling. */
export class ServiceState extends LitElement {
  @property() url = "/readyz";
  @state() private readiness: Readiness | null = null;
  private stop = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    void this.poll();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    clearTimeout(this.timer);
  }

  private async poll(): Promise<void> {
    const { signal } = this.stop;
    const response = await fetchReadiness(this.url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    if (signal.aborted) return;
    this.readiness = describeReadiness(response);
    this.timer = setTimeout(() => void this.poll(), POLL_INTERVAL_MS);
  }

  protected override render() {
    const { state, headline, missing } = this.readiness ?? {
      state: "unknown",
      headline: shellText().checking,
      missing: [],
    };
    return html`<section role="status" class=${state}>
      <strong>${headline}</strong>
      ${missing.map((line) => html`<p>${line}</p>`)}
    </section>`;
  }

  static override styles = css`
    section {
      margin-top: 2.5rem;
      padding-top: 0.75rem;
      border-top: 1px solid var(--line);
      color: var(--quiet);
      font-size: 0.9375rem;
    }
    strong {
      font-weight: 600;
    }
    .not-ready {
      color: var(--ink);
    }
    .ready strong::before {
      content: "✓ ";
      color: var(--good);
    }
    .not-ready strong::before {
      content: "✕ ";
      color: var(--bad);
    }
    p {
      margin: 0.25rem 0 0;
      color: var(--quiet);
    }
  `;
}

async function fetchReadiness(url: string, signal: AbortSignal): Promise<ReadinessResponse> {
  try {
    const response = await fetch(url, { signal, cache: "no-store" });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch {
    return { status: null, body: null };
  }
}
