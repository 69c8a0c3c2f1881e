//! Draws a curve as SVG. The chart has a background of its own, so that it is readable on any page, and follows the color scheme
//! of the reader. Lines differ in color and dashes.

use super::curve::{Curve, CurveLine};
use super::number::short;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 96.0;
const RIGHT: f64 = 690.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 340.0;
/// Labels that are closer than this would overlap.
const LABEL_WIDTH: f64 = 78.0;
/// About this many lines across the chart.
const STEPS: f64 = 4.0;

/// Colors for light pages; the classes set those for dark ones.
const STYLE: &str = "<style>@media(prefers-color-scheme:dark){.paper{fill:#16191d}\
    .ink{fill:#e6e8ea}.grid{stroke:#454b52}.aim{stroke:#ff8a80}.aim-text{fill:#ff8a80}\
    .line0{stroke:#8ab4f8}.line1{stroke:#fdd663}.line2{stroke:#81c995}}</style>";
const LINES: [LineStyle; 3] = [
    LineStyle { color: "#0b57d0", dashes: "none" },
    LineStyle { color: "#8a5300", dashes: "8 4" },
    LineStyle { color: "#146c2e", dashes: "2 4" },
];

struct LineStyle {
    color: &'static str,
    dashes: &'static str,
}

/// Where values are in the chart. Both axes start at zero.
struct Scales {
    max_load: f64,
    max_result: f64,
}

impl Scales {
    fn of(curve: &Curve, step: f64) -> Self {
        let max_load = curve.loads().last().copied().unwrap_or(1.0);
        Self { max_load, max_result: (highest(curve) / step).ceil() * step }
    }

    fn x(&self, load: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * load / self.max_load
    }

    fn y(&self, result: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * result / self.max_result
    }
}

pub(super) fn chart(curve: &Curve) -> String {
    let step = step(curve);
    let scales = Scales::of(curve, step);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\" font-size=\"14\">\n\
         <title>{}</title>\n<desc>{}</desc>\n{STYLE}\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n",
        escape(&curve.title),
        escape(&curve.description()),
    );
    svg.push_str(&text([24.0, 28.0], "start", &curve.result));
    svg.push_str(&text([f64::midpoint(LEFT, RIGHT), HEIGHT - 16.0], "middle", &curve.load));
    svg.push_str(&horizontal_lines(curve, &scales, step));
    svg.push_str(&load_labels(curve, &scales));
    svg.push_str(&aim_line(curve, &scales));
    for (index, line) in curve.lines.iter().enumerate() {
        svg.push_str(&draw_line(line, index, &scales));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Between two lines across the chart: 1, 2, 2.5 or 5 times a power of ten.
fn step(curve: &Curve) -> f64 {
    let raw = highest(curve).max(f64::MIN_POSITIVE) / STEPS;
    let power = 10_f64.powf(raw.log10().floor());
    let factors = [1.0, 2.0, 2.5, 5.0, 10.0];
    power * factors.into_iter().find(|factor| raw <= factor * power * 1.000_001).unwrap_or(10.0)
}

/// Of the results and the aim.
fn highest(curve: &Curve) -> f64 {
    let results = curve.lines.iter().flat_map(|line| &line.points).map(|[_, result]| *result);
    results.chain(curve.aim).fold(0.0, f64::max)
}

fn horizontal_lines(curve: &Curve, scales: &Scales, step: f64) -> String {
    let mut svg = String::new();
    let mut result = 0.0;
    while result <= scales.max_result * 1.000_001 {
        let y = scales.y(result);
        let _ =
            writeln!(svg, "<path class=\"grid\" d=\"M{LEFT:.1} {y:.1}H{RIGHT:.1}\" stroke=\"#c4c9ce\" fill=\"none\"/>");
        svg.push_str(&text([LEFT - 10.0, y + 5.0], "end", &curve.unit.label(&short(result))));
        result += step;
    }
    svg
}

/// The measured loads, from the largest on, because small ones are close to each other.
fn load_labels(curve: &Curve, scales: &Scales) -> String {
    let (mut svg, mut last) = (String::new(), f64::INFINITY);
    for load in curve.loads().into_iter().rev() {
        let x = scales.x(load);
        if last - x >= LABEL_WIDTH {
            svg.push_str(&text([x, BOTTOM + 24.0], "middle", &short(load)));
            last = x;
        }
    }
    svg
}

fn aim_line(curve: &Curve, scales: &Scales) -> String {
    let Some(aim) = curve.aim else { return String::new() };
    let y = scales.y(aim);
    format!(
        "<path class=\"aim\" d=\"M{LEFT:.1} {y:.1}H{RIGHT:.1}\" stroke=\"#b3261e\" stroke-dasharray=\"3 3\" fill=\"none\"/>\n\
         <text class=\"aim-text\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#b3261e\">aim {}</text>\n",
        RIGHT,
        y - 6.0,
        escape(&curve.unit.label(&short(aim))),
    )
}

/// The line, its points and its entry in the legend.
fn draw_line(line: &CurveLine, index: usize, scales: &Scales) -> String {
    let LineStyle { color, dashes } = LINES[index % LINES.len()];
    let class = format!("line{}", index % LINES.len());
    let attributes = format!("class=\"{class}\" stroke=\"{color}\" stroke-width=\"2.5\" fill=\"none\"");
    let mut path = String::new();
    let mut dots = String::new();
    for (number, [load, result]) in line.points.iter().enumerate() {
        let (x, y) = (scales.x(*load), scales.y(*result));
        // Writing to a String cannot fail, here and elsewhere.
        let _ = write!(path, "{}{x:.1} {y:.1}", if number == 0 { "M" } else { "L" });
        let _ = writeln!(dots, "<circle {attributes} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>");
    }
    let legend = LEFT + 190.0 * f64::from(u8::try_from(index).unwrap_or(u8::MAX));
    format!(
        "<path {attributes} stroke-dasharray=\"{dashes}\" d=\"{path}\"/>\n{dots}\
         <path {attributes} stroke-dasharray=\"{dashes}\" d=\"M{legend:.1} 52H{:.1}\"/>\n{}",
        legend + 36.0,
        text([legend + 44.0, 57.0], "start", &line.name),
    )
}

fn text([x, y]: [f64; 2], anchor: &str, content: &str) -> String {
    let content = escape(content);
    format!(
        "<text class=\"ink\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#1b1b1b\">{content}</text>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::curve::sample;
    use super::*;

    #[test]
    fn lines_across_have_round_numbers() {
        for (max, expected) in [(53.6, 20.0), (3_942.0, 1_000.0), (6_364.0, 2_000.0), (0.9, 0.25), (100.0, 25.0)] {
            let mut curve = sample();
            curve.aim = None;
            curve.lines.truncate(1);
            curve.lines[0].points = vec![[1.0, 0.0], [2.0, max]];
            assert!((step(&curve) - expected).abs() < 1e-9, "{max}: {}", step(&curve));
        }
    }

    #[test]
    fn points_are_where_the_axes_say() {
        let svg = chart(&sample());
        // The largest load is at the right edge; 3,900 of 4,000 ms is close to the top.
        assert!(svg.contains("cx=\"690.0\" cy=\"90.4\""), "{svg}");
        assert!(svg.contains(">4,000 ms</text>") && svg.contains(">0 ms</text>"), "{svg}");
        assert!(svg.contains(">aim 1,000 ms</text>"), "{svg}");
    }

    #[test]
    fn labels_do_not_overlap_and_the_largest_load_has_one() {
        let mut curve = sample();
        curve.lines[0].points = vec![[1.0, 1.0], [2.0, 2.0], [256.0, 3.0]];
        curve.lines.truncate(1);
        let labels = load_labels(&curve, &Scales::of(&curve, 1.0));
        assert!(labels.contains(">256<") && labels.contains(">2<") && !labels.contains(">1<"), "{labels}");
    }

    #[test]
    fn names_are_escaped() {
        let mut curve = sample();
        curve.lines[0].name = "a < b & c".into();
        assert!(chart(&curve).contains("a &lt; b &amp; c"));
    }
}
