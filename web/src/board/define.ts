// Gives the elements of the dashboard their names. Loaded when somebody opens it, not before.
import "uplot/dist/uPlot.min.css";
import "../storm/look/standing.css";
import "./look/board.css";
import "./look/replay.css";
import "./look/wall.css";
import "./look/report.css";
import { StormMap } from "../map/storm-map.ts";
import { colourDocument } from "../storm/look/colours.ts";
import { StormChart } from "./chart.ts";
import { StormBoard } from "./storm-board.ts";
import { StormReport } from "./storm-report.ts";

colourDocument();
customElements.define("storm-map", StormMap);
customElements.define("storm-chart", StormChart);
customElements.define("storm-board", StormBoard);
customElements.define("storm-report", StormReport);
