// Gives the elements that place a point their names. Loaded when somebody edits a facility, not before.
import { PointMap } from "../../../map/point-map.ts";
import { StormPointPicker } from "./point-picker.ts";

customElements.define("storm-point-map", PointMap);
customElements.define("storm-point-picker", StormPointPicker);
