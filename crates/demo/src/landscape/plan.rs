//! The plan of the city: a grid of square miles (sections), each divided into blocks. Positions are on the straight plan
//! unless a comment says ground; see [`super::warp`].

use super::facility::FacilitySite;
use super::geometry::{Area, Point};
use super::noise::{floor, hash_fraction, smooth_noise, smoothstep, to_f32};
use super::routes;
use super::terrain;
use super::warp::{MAX_WARP, plan_to_ground};

/// The edge of a section in feet: from one main road to the next.
pub(super) const MILE: f32 = 5_280.0;

/// What a block is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LandUse {
    /// Fields, woods, water.
    Undeveloped,
    HighRises,
    /// Narrow lots with an alley behind.
    RowHouses,
    /// Wide lots with lawns.
    Houses,
    Shops,
    Industry,
    Park,
}

impl LandUse {
    pub(super) fn is_developed(self) -> bool {
        self != Self::Undeveloped
    }
}

/// The character of a section, which decides the size of its blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum District {
    Downtown,
    InnerCity,
    Suburb,
    Industry,
}

/// A square mile.
#[derive(Debug, Clone)]
pub(super) struct CitySection {
    /// Its position in the grid of sections, counted from the center of the city.
    pub(super) column: i32,
    pub(super) row: i32,
    pub(super) block_columns: i32,
    pub(super) block_rows: i32,
    land_uses: Vec<LandUse>,
}

/// The sections around an area.
pub(super) struct CityPlan {
    first_column: i32,
    first_row: i32,
    columns: i32,
    /// Row by row from the south.
    pub(super) sections: Vec<CitySection>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub(super) land_use: LandUse,
    pub(super) center: Point,
    /// Feet from west to east.
    pub(super) width: f32,
    /// Feet from south to north.
    pub(super) depth: f32,
    /// Its position among the blocks of the city, which seeds its random numbers.
    pub(super) column: i32,
    pub(super) row: i32,
}

impl CityPlan {
    /// The sections that an area on the ground touches.
    pub(super) fn around(area: Area, sites: &[FacilitySite]) -> Self {
        let area = area.expanded(MAX_WARP);
        let (first_column, last_column) = (floor(area.west / MILE), floor(area.east / MILE));
        let (first_row, last_row) = (floor(area.south / MILE), floor(area.north / MILE));
        let positions =
            (first_row..=last_row).flat_map(|row| (first_column..=last_column).map(move |column| (column, row)));
        let sections = positions.map(|(column, row)| CitySection::new(column, row, sites)).collect();
        Self { first_column, first_row, columns: last_column - first_column + 1, sections }
    }

    pub(super) fn block_at(&self, at: Point) -> Option<Block> {
        let (column, row) = (floor(at.x / MILE) - self.first_column, floor(at.y / MILE) - self.first_row);
        if !(0..self.columns).contains(&column) || row < 0 {
            return None;
        }
        let section = self.sections.get(usize::try_from(row * self.columns + column).ok()?)?;
        let i = floor((at.x - to_f32(section.column) * MILE) / section.block_width());
        let j = floor((at.y - to_f32(section.row) * MILE) / section.block_depth());
        Some(section.block(i.clamp(0, section.block_columns - 1), j.clamp(0, section.block_rows - 1)))
    }
}

impl CitySection {
    fn new(column: i32, row: i32, sites: &[FacilitySite]) -> Self {
        let district = District::of_section(column, row);
        let (block_columns, block_rows) = match district {
            District::Downtown => (16, 16),
            District::InnerCity => (8, 16),
            District::Industry => (5, 6),
            District::Suburb if hash_fraction(column, row, 111) < 0.5 => (6, 16),
            District::Suburb => (16, 6),
        };
        let mut section = Self { column, row, block_columns, block_rows, land_uses: Vec::new() };
        let blocks = (0..block_rows).flat_map(|j| (0..block_columns).map(move |i| (i, j)));
        section.land_uses = blocks.map(|(i, j)| section.choose_land_use(district, i, j, sites)).collect();
        section
    }

    pub(super) fn block_width(&self) -> f32 {
        MILE / to_f32(self.block_columns)
    }

    pub(super) fn block_depth(&self) -> f32 {
        MILE / to_f32(self.block_rows)
    }

    /// The southwestern corner of a block.
    pub(super) fn corner(&self, i: i32, j: i32) -> Point {
        Point::new(
            to_f32(self.column) * MILE + to_f32(i) * self.block_width(),
            to_f32(self.row) * MILE + to_f32(j) * self.block_depth(),
        )
    }

    /// Undeveloped outside the section.
    pub(super) fn land_use(&self, i: i32, j: i32) -> LandUse {
        if !(0..self.block_columns).contains(&i) || !(0..self.block_rows).contains(&j) {
            return LandUse::Undeveloped;
        }
        let index = usize::try_from(j * self.block_columns + i).unwrap_or(0);
        self.land_uses.get(index).copied().unwrap_or(LandUse::Undeveloped)
    }

    fn block(&self, i: i32, j: i32) -> Block {
        let (width, depth, corner) = (self.block_width(), self.block_depth(), self.corner(i, j));
        Block {
            land_use: self.land_use(i, j),
            center: Point::new(corner.x + width / 2.0, corner.y + depth / 2.0),
            width,
            depth,
            column: self.column * 64 + i,
            row: self.row * 64 + j,
        }
    }

    pub(super) fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        (0..self.block_rows).flat_map(move |j| (0..self.block_columns).map(move |i| self.block(i, j)))
    }

    fn choose_land_use(&self, district: District, i: i32, j: i32, sites: &[FacilitySite]) -> LandUse {
        let block = self.block(i, j);
        let ground = plan_to_ground(block.center);
        let random = |salt: u32| hash_fraction(block.column, block.row, salt);
        let nearest_site = sites.iter().map(|site| site.distance(ground)).fold(f32::INFINITY, f32::min);
        // Every facility outside the city has a few houses around it.
        let density = terrain::urban_density(ground).max(0.75 * (1.0 - smoothstep(700.0, 2_100.0, nearest_site)));
        // The edge of the city is ragged by streets, not by single houses.
        let needed_density = 0.14 + 0.40 * smooth_noise(ground, 2_400.0, 121) + 0.06 * random(122);
        if !block.is_dry() || density < needed_density || terrain::woods_density(ground) > 0.62 {
            return LandUse::Undeveloped;
        }
        let is_clear = routes::clearance(ground) > block.width.max(block.depth) / 2.0;
        let from_center = ground.length();
        let is_on_main_road = i == 0 || j == 0 || i == self.block_columns - 1 || j == self.block_rows - 1;
        match district {
            _ if random(123) < 0.04 => LandUse::Park,
            District::Downtown if is_clear && from_center < 2_600.0 + 1_400.0 * random(124) => LandUse::HighRises,
            District::Industry if is_clear => LandUse::Industry,
            District::Industry => LandUse::Undeveloped,
            _ if is_clear && is_on_main_road && random(125) < 0.42 * density => LandUse::Shops,
            District::Downtown | District::InnerCity => LandUse::RowHouses,
            District::Suburb => LandUse::Houses,
        }
    }
}

impl Block {
    /// Whether the corners and the center are away from water.
    fn is_dry(&self) -> bool {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.0, 0.0)].iter().all(|(u, v)| {
            let point = Point::new(self.center.x + u * self.width, self.center.y + v * self.depth);
            terrain::water_distance(plan_to_ground(point)) > 90.0
        })
    }
}

impl District {
    fn of_section(column: i32, row: i32) -> Self {
        let center = Point::new((to_f32(column) + 0.5) * MILE, (to_f32(row) + 0.5) * MILE);
        let from_center = center.length();
        match hash_fraction(column, row, 131) {
            _ if from_center < 6_000.0 => Self::Downtown,
            random if random < 0.13 && from_center < 30_000.0 => Self::Industry,
            random if from_center < 11_000.0 + 5_000.0 * random => Self::InnerCity,
            _ => Self::Suburb,
        }
    }
}

/// Whether a house can be at a point on the ground: not on a highway, a river bank or the grounds of a facility.
pub(super) fn is_buildable(ground: Point, sites: &[FacilitySite]) -> bool {
    routes::clearance(ground) > 45.0
        && terrain::water_distance(ground) > 45.0
        && sites.iter().all(|site| site.distance(ground) > 30.0)
}
