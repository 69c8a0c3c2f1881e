use proptest::prelude::*;

use super::{html_to_text, inline_text, normalize_line_endings};

#[test]
fn tabs_separate_cells_and_lines_separate_rows() {
    let html = "<table><thead><tr><th>Time</th><th>Lat</th></tr></thead>\n<tbody>\n <tr>\n  <td>12:00</td>\n  <td>34.7304</td>\n </tr>\n</tbody></table>";
    assert_eq!(html_to_text(html), "Time\tLat\n12:00\t34.7304");
}

#[test]
fn paragraphs_in_cells_keep_the_row_on_one_line() {
    let cell =
        |text: &str| format!("<td style='padding:0'>\n<p class=MsoNormal><span>{text}<o:p></o:p></span></p>\n</td>");
    let row = |a: &str, b: &str| format!("<tr>{}{}</tr>", cell(a), cell(b));
    assert_eq!(html_to_text(&format!("<table>{}{}</table>", row("a", "b"), row("c", "d"))), "a\tb\nc\td");
    assert_eq!(
        html_to_text("<table><tr><td><p>a</p></td><td><p>b</p></td></tr><tr><td><h1>c</h1></td></tr></table>"),
        "a\tb\nc"
    );
}

#[test]
fn empty_cells_keep_columns_but_leave_no_trailing_tabs() {
    let html = "<table><tr><td></td><td>b</td><td>&nbsp;</td><td>d</td><td></td></tr><tr><td>x</td></tr></table>";
    assert_eq!(html_to_text(html), "\tb\t\td\nx");
}

#[test]
fn nested_tables_have_their_own_lines() {
    let inner = "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>";
    assert_eq!(html_to_text(&format!("<table><tr><td>{inner}</td></tr></table>")), "1\t2\n3\t4");
    assert_eq!(
        html_to_text(&format!("<table><tr><td>head</td></tr><tr><td>{inner}</td><td>{inner}</td></tr></table>foot")),
        "head\n1\t2\n3\t4\n1\t2\n3\t4\nfoot"
    );
}

#[test]
fn text_in_a_layout_cell_keeps_its_lines() {
    let html =
        "<table><tr><td>Lightning Alert<br>Time: 12:00<br>Lat: 34.7<p>Stay inside</p><p>Thanks</p></td></tr></table>";
    assert_eq!(html_to_text(html), "Lightning Alert\nTime: 12:00\nLat: 34.7\n\nStay inside\n\nThanks");
}

#[test]
fn blocks_start_lines_and_paragraphs_leave_a_blank_line() {
    let table = [
        ("<div>a</div><div>b</div>", "a\nb"),
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<h1>a</h1>b", "a\n\nb"),
        ("a<br>b<br><br>c<br><br><br><br>d", "a\nb\n\nc\n\nd"),
        ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        ("<p style='margin:0in'>a</p><p style='MARGIN: 0 0 0 0'>b</p>", "a\nb"),
        ("<p class=MsoNormal>a</p><p class='x MsoNormal'>&nbsp;</p><p class=MsoNormal>b</p>", "a\n\nb"),
        ("<div>a</div><div><br></div><div>b</div>", "a\nb"),
        ("<blockquote>quoted</blockquote>reply", "quoted\n\nreply"),
        ("<pre>a  b\n  c\n\nd</pre>e", "a  b\n  c\n\nd\n\ne"),
        ("a <b>b</b> <i> c</i>d", "a b cd"),
        ("  a \n\t b  ", "a b"),
    ];
    for (html, text) in table {
        assert_eq!(html_to_text(html), text, "{html}");
    }
}

#[test]
fn decodes_entities_and_no_break_spaces() {
    assert_eq!(
        html_to_text("34&deg;&nbsp;43&#39; &lt;N&gt; &amp;amp; &#x1F329; &bogus; &#0;"),
        "34° 43' <N> &amp; 🌩 &bogus; \u{fffd}"
    );
}

#[test]
fn drops_scripts_styles_titles_and_comments() {
    let html = "<html><head><title>T</title><style>p{}</style><!-- c --></head><body>a<script>if (a<b) {'</p>'}</script><!--[if mso]>x<![endif]-->\
                <![if !mso]>b<![endif]><xml><w:x>office</w:x></xml><template>t</template>c</body></html>";
    assert_eq!(html_to_text(html), "abc");
}

#[test]
fn drops_hidden_elements_with_their_content() {
    let table = [
        ("<div style='display:none'>preheader <div>inner</div> still</div>seen", "seen"),
        ("<span style=\"mso-hide:all; DISPLAY : none !important\">x</span>seen", "seen"),
        ("<div hidden>x</div>seen", "seen"),
        ("<div style='display:none-such'>x</div>", ""),
        ("<div style='display:block'>seen</div>", "seen"),
        ("<td style='display:none'>shown, since its end may be left out", "shown, since its end may be left out"),
    ];
    for (html, text) in table {
        assert_eq!(html_to_text(html), text, "{html}");
    }
}

#[test]
fn unclosed_hidden_element_is_shown() {
    assert_eq!(html_to_text("a<div style='display:none'>b<p>c"), "a\nb\n\nc");
}

#[test]
fn broken_markup_still_gives_text() {
    for html in [
        "<",
        "<table",
        "</",
        "</td></tr></table>x",
        "<td>x</tr></td>",
        "<p <b>x",
        "&",
        "&#",
        "<!--",
        "<![CDATA[x",
        "\0",
        "<\0p>x",
    ] {
        let _ = html_to_text(html);
    }
    assert_eq!(html_to_text("1 < 2 && 3 > 2"), "1 < 2 && 3 > 2");
    assert_eq!(html_to_text("a\0b"), "ab");
}

#[test]
fn deep_nesting_takes_linear_time() {
    // A parser that builds a tree would take minutes or overflow the stack.
    for open in ["<div>", "<table><tr><td>", "<blockquote>", "<div style=display:none>"] {
        assert_eq!(html_to_text(&(open.repeat(30_000) + "x")), "x", "{open}");
    }
}

#[test]
fn renders_fifty_megabytes_of_nested_tables() {
    let (open, close) = ("<table><tr><td>", "</td></tr></table>");
    let depth = 50_000_000 / (open.len() + close.len());
    assert_eq!(html_to_text(&(open.repeat(depth) + "Strike" + &close.repeat(depth))), "Strike");
}

#[test]
fn inline_text_is_one_line() {
    assert_eq!(inline_text("<b>34.7</b>304"), "34.7304");
    assert_eq!(inline_text("a<br>b <p>c&nbsp;</p>"), "a b c");
    assert_eq!(inline_text("plain  as it is"), "plain  as it is");
}

#[test]
fn normalizing_changes_only_line_endings() {
    assert_eq!(normalize_line_endings("a\r\nb\rc\n\r\n  d\t"), "a\nb\nc\n\n  d\t");
}

proptest! {
    #[test]
    fn any_markup_gives_text_with_clean_white_space(html in "(<[a-z/]{0,8}[^a]{0,6}>?|&[a-z#0-9]{0,6};?|[ \n\r\ta-z\u{a0}]{0,6}|<(/)?(td|tr|table|p|br|div|pre|script|title)>|\0){0,30}") {
        let text = html_to_text(&html);
        prop_assert!(!text.contains('\0') && !text.contains("\r\n"));
        prop_assert!(!text.starts_with('\n') && !text.ends_with('\n'));
        prop_assert!(!text.contains("\n\n\n"), "{:?}", text);
    }
}
