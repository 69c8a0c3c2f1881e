// Registers the elements of the map. Loaded only when somebody edits a facility.
import { PointMap } from "../../../map/point-map.ts";
import { StormPointPicker } from "./point-picker.ts";

customElements.define("storm-point-map", PointMap);
customElements.define("storm-point-picker", StormPointPicker);
