// Registers the dashboard's elements. Loaded only when the dashboard is opened.
import "uplot/dist/uPlot.min.css";
import "../storm/styles/status.css";
import "./styles/board.css";
import "./styles/table.css";
import "./styles/replay.css";
import "./styles/wall.css";
import "./styles/report.css";
import { StormMap } from "../map/storm-map.ts";
import { addDocumentColors } from "../status/colors.ts";
import { StormChart } from "./chart.ts";
import { StormBoard } from "./storm-board.ts";
import { StormReportPage } from "./storm-report.ts";
import { FacilityTable } from "./table/facility-table.ts";
import { WallControls } from "./wall/wall-controls.ts";
import { WallTiles } from "./wall/wall-tiles.ts";

addDocumentColors();
customElements.define("storm-map", StormMap);
customElements.define("storm-chart", StormChart);
customElements.define("facility-table", FacilityTable);
customElements.define("wall-controls", WallControls);
customElements.define("wall-tiles", WallTiles);
customElements.define("storm-board", StormBoard);
customElements.define("storm-report", StormReportPage);
