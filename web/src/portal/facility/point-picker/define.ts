// Registers the elements of the map. Loaded only when a facility is edited.
import { PointMap } from "../../../map/point-map.ts";
import { StormPointPicker } from "./point-picker.ts";

customElements.define("storm-point-map", PointMap);
customElements.define("storm-point-picker", StormPointPicker);
