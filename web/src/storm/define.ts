// Gives the elements of the public view their names.
import { StormMap } from "../map/storm-map.ts";
import { colourDocument } from "./look/colours.ts";
import { StormView } from "./storm-view.ts";

colourDocument();
customElements.define("storm-map", StormMap);
customElements.define("storm-view", StormView);
