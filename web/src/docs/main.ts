import { ApiReference } from "./api-reference.ts";

customElements.define("api-reference", ApiReference);
