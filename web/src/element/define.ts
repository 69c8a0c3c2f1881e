// The entry point of the element's script. If a page loads it twice, the first one stays.
import { FacilityLightningStatus } from "./facility-lightning-status.ts";

const NAME = "facility-lightning-status";

if (customElements.get(NAME) === undefined) customElements.define(NAME, FacilityLightningStatus);

export { FacilityLightningStatus };
