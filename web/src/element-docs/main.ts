import type {} from "../element/facility-lightning-status.ts";
import { showLegend } from "./legend.ts";
import { startPlayground } from "./playground.ts";

const legend = document.getElementById("legend");
if (legend !== null) showLegend(legend);
void startPlayground();
