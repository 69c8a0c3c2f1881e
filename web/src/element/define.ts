// The entry point of the element's script. A page that loads it twice keeps the first.
import { FacilityLightningStatus } from "./facility-lightning-status.ts";

const NAME = "facility-lightning-status";

if (customElements.get(NAME) === undefined) customElements.define(NAME, FacilityLightningStatus);

export { FacilityLightningStatus };
