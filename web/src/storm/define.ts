// Registers the elements of the public view.
import { StormMap } from "../map/storm-map.ts";
import { addDocumentColors } from "../status/colors.ts";
import { StormView } from "./storm-view.ts";

addDocumentColors();
customElements.define("storm-map", StormMap);
customElements.define("storm-view", StormView);
