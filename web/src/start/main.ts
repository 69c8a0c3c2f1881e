import { ServiceState } from "./service-state.ts";

customElements.define("service-state", ServiceState);
