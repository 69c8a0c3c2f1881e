// Registers the elements of the public view.
import { StormMap } from "../map/storm-map.ts";
import { installApp } from "../pwa/install.ts";
import { addDocumentColors } from "../status/colors.ts";
import { NotifyButton } from "./notify-button.ts";
import { StormView } from "./storm-view.ts";

addDocumentColors();
customElements.define("storm-map", StormMap);
customElements.define("notify-button", NotifyButton);
customElements.define("storm-view", StormView);
installApp();
