use super::*;
use proptest::prelude::*;

/// `columns` by `rows` tiles of one level, each `edge` feet wide and high, starting at the origin.
fn grid(level: Level, columns: u16, rows: u16, edge: f64) -> Vec<TileFootprint> {
    let tile = |column: u16, row: u16| {
        let (x, y) = (f64::from(column) * edge, f64::from(row) * edge);
        TileFootprint { level, rect: Rect::new(x, y, x + edge, y + edge).unwrap() }
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| tile(column, row))).collect()
}

/// A complete pyramid over a square of 27 by 27 tiles of the finest level.
fn pyramid(edge: f64) -> Vec<TileFootprint> {
    let whole = edge * 27.0;
    [
        grid(Level::L01, 27, 27, edge),
        grid(Level::L02, 9, 9, edge * 3.0),
        grid(Level::L03, 3, 3, edge * 9.0),
        grid(Level::L04, 1, 1, whole),
        grid(Level::L05, 1, 1, whole),
        grid(Level::L06, 1, 1, whole),
        grid(Level::L07, 1, 1, whole),
    ]
    .concat()
}

fn view(x: f64, y: f64, size: f64, pixels: f64) -> Viewport {
    Viewport::new(x, y, size, size, pixels).unwrap()
}

#[test]
fn selects_the_coarsest_level_that_is_sharp() {
    let tiles = pyramid(729.0);
    for (size, pixels, expected) in [
        (750.0, 1_000.0, Level::L01),
        (749.0, 1_000.0, Level::L01),
        (2_249.0, 1_000.0, Level::L01),
        (2_250.0, 1_000.0, Level::L02),
        (6_750.0, 1_000.0, Level::L03),
        (20_250.0, 1_000.0, Level::L04),
        (60_750.0, 1_000.0, Level::L05),
        (1e9, 1.0, Level::L07),
        (1.0, 1e9, Level::L01),
    ] {
        assert_eq!(
            select_tiles(&tiles, view(0.0, 0.0, size, pixels), 1_000).unwrap().level,
            expected,
            "{size} {pixels}"
        );
    }
}

#[test]
fn skips_levels_without_tiles() {
    let tiles = [grid(Level::L02, 2, 2, 100.0), grid(Level::L05, 1, 1, 200.0)].concat();
    let level = |size, pixels| select_tiles(&tiles, view(0.0, 0.0, size, pixels), 64).unwrap().level;
    assert_eq!(level(20.25, 1.0), Level::L02, "L04 and L03 have none");
    assert_eq!(level(60.75, 1.0), Level::L05);
    assert_eq!(level(0.1, 1.0), Level::L02, "nothing is sharp, so the finest");
}

#[test]
fn too_many_tiles_select_a_coarser_level() {
    let tiles = pyramid(729.0);
    let all = |cap| select_tiles(&tiles, view(0.0, 0.0, 729.0 * 27.0, 1e6), cap).unwrap();
    for (cap, level, count) in
        [(729, Level::L01, 729), (728, Level::L02, 81), (80, Level::L03, 9), (8, Level::L04, 1), (1, Level::L04, 1)]
    {
        let selection = all(cap);
        assert_eq!((selection.level, selection.indexes.len()), (level, count), "cap {cap}");
    }
}

#[test]
fn coarsest_level_over_the_cap_is_truncated() {
    let tiles = grid(Level::L03, 10, 10, 100.0);
    let selection = select_tiles(&tiles, view(0.0, 0.0, 1_000.0, 10.0), 7).unwrap();
    assert_eq!((selection.level, selection.indexes), (Level::L03, (0..7).collect()));
}

#[test]
fn no_tiles_select_no_level() {
    assert_eq!(select_tiles(&[], view(0.0, 0.0, 1.0, 1.0), 64), None);
}

#[test]
fn viewport_far_outside_selects_a_level_without_tiles() {
    let tiles = pyramid(729.0);
    for far in [1e12, -1e12, 1e300, -1e300, f64::MAX, f64::MIN] {
        for (x, y) in [(far, 0.0), (0.0, far), (far, far)] {
            let selection = select_tiles(&tiles, view(x, y, 1_000.0, 1_000.0), 64).unwrap();
            assert_eq!((selection.level, selection.indexes.len()), (Level::L01, 0), "{x} {y}");
        }
    }
}

#[test]
fn invalid_viewport_error_names_the_parameter() {
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    for value in bad {
        for (corner, name) in [((value, 0.0), "x"), ((0.0, value), "y")] {
            let error = Viewport::new(corner.0, corner.1, 1.0, 1.0, 1.0).unwrap_err();
            assert_eq!(error.parameter(), name);
        }
    }
    for value in bad.into_iter().chain([0.0, -0.0, -1.0]) {
        for (size, pixels, name) in
            [((value, 1.0), 1.0, "widthFt"), ((1.0, value), 1.0, "heightFt"), ((1.0, 1.0), value, "px")]
        {
            let error = Viewport::new(0.0, 0.0, size.0, size.1, pixels).unwrap_err();
            assert_eq!(error.parameter(), name, "{value}");
        }
    }
}

fn any_level() -> impl Strategy<Value = Level> {
    (0..Level::ALL.len()).prop_map(|index| Level::ALL[index])
}

/// Tiles at any position and level; they may overlap.
fn any_tiles() -> impl Strategy<Value = Vec<TileFootprint>> {
    let tile = (any_level(), -100.0..100.0, -100.0..100.0, 0.1..60.0, 0.1..60.0);
    let footprint = |(level, x, y, width, height): (Level, f64, f64, f64, f64)| TileFootprint {
        level,
        rect: Rect::new(x, y, x + width, y + height).unwrap(),
    };
    prop::collection::vec(tile.prop_map(footprint), 1..120)
}

fn any_view() -> impl Strategy<Value = Viewport> {
    let sides = (-150.0..150.0, -150.0..150.0, 0.01..300.0, 0.01..300.0, -3.0..4.0_f64);
    sides.prop_map(|(x, y, width, height, pixels)| Viewport::new(x, y, width, height, 10_f64.powf(pixels)).unwrap())
}

proptest! {
    #[test]
    fn selected_level_is_the_coarsest_sharp_one_within_the_cap(
        tiles in any_tiles(), view in any_view(), cap in 1..40_usize,
    ) {
        let selection = select_tiles(&tiles, view, cap).unwrap();
        let has = |level: Level| tiles.iter().any(|tile| tile.level == level);
        let shown = |level: Level| tiles.iter().filter(|tile| tile.level == level && view.can_show(tile.rect)).count();
        let is_sharp = |level: Level| level.feet_per_pixel() <= view.feet_per_pixel();
        let present: Vec<Level> = Level::ALL.into_iter().filter(|level| has(*level)).collect();
        let wanted = present.iter().copied().rfind(|level| is_sharp(*level)).unwrap_or(present[0]);
        prop_assert!(has(selection.level) && selection.level >= wanted);
        for skipped in present.iter().copied().filter(|level| (wanted..selection.level).contains(level)) {
            prop_assert!(shown(skipped) > cap, "{skipped} would have fit");
        }
    }

    #[test]
    fn every_selected_tile_has_the_level_and_is_visible(
        tiles in any_tiles(), view in any_view(), cap in 1..40_usize,
    ) {
        let selection = select_tiles(&tiles, view, cap).unwrap();
        for index in &selection.indexes {
            prop_assert!(tiles[*index].level == selection.level && view.can_show(tiles[*index].rect));
        }
        prop_assert!(selection.indexes.is_sorted());
    }

    #[test]
    fn all_visible_tiles_up_to_the_cap_are_selected(tiles in any_tiles(), view in any_view(), cap in 1..40_usize) {
        let selection = select_tiles(&tiles, view, cap).unwrap();
        let shown = tiles.iter().filter(|tile| tile.level == selection.level && view.can_show(tile.rect)).count();
        prop_assert_eq!(selection.indexes.len(), shown.min(cap));
    }

    #[test]
    fn selection_leaves_no_gap_in_a_covered_viewport(
        x in 0.0..1.0_f64, y in 0.0..1.0_f64, size in 0.000_1..1.0_f64, pixels in 1.0..5_000.0_f64,
        at in (0.0..1.0_f64, 0.0..1.0_f64),
    ) {
        let (edge, tiles) = (243.0, pyramid(243.0));
        let whole = edge * 27.0;
        let side = size * whole;
        let (left, low) = (x * (whole - side), y * (whole - side));
        let view = Viewport::new(left, low, side, side, pixels).unwrap();
        let selection = select_tiles(&tiles, view, 1_000).unwrap();
        let point = crate::position::FeetPoint::new(left + at.0 * side, low + at.1 * side).unwrap();
        prop_assert!(selection.indexes.iter().any(|index| tiles[*index].rect.contains(point)), "a gap at {point:?}");
    }

    #[test]
    fn no_viewport_numbers_panic(
        x in any::<f64>(), y in any::<f64>(), width in any::<f64>(), height in any::<f64>(), pixels in any::<f64>(),
    ) {
        if let Ok(view) = Viewport::new(x, y, width, height, pixels) {
            prop_assert!(select_tiles(&pyramid(9.0), view, 64).is_some());
        }
    }
}
