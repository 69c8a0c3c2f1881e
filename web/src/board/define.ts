// Registers the dashboard's elements. Loaded only when the dashboard is opened.
import "uplot/dist/uPlot.min.css";
import "../storm/styles/status.css";
import "./styles/board.css";
import "./styles/replay.css";
import "./styles/wall.css";
import "./styles/report.css";
import { StormMap } from "../map/storm-map.ts";
import { addDocumentColors } from "../status/colors.ts";
import { StormChart } from "./chart.ts";
import { StormBoard } from "./storm-board.ts";
import { StormReportPage } from "./storm-report.ts";

addDocumentColors();
customElements.define("storm-map", StormMap);
customElements.define("storm-chart", StormChart);
customElements.define("storm-board", StormBoard);
customElements.define("storm-report", StormReportPage);
