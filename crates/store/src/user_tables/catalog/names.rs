//! How the specification spells the names of its own tables. PostgreSQL keeps unquoted names in lower case, and a
//! workflow has to see the same fields on both databases.

const TABLES: [(&str, &[&str]); 3] = [
    ("LightningStrike", &["Id", "Name", "Timestamp", "Type", "Latitude", "Longitude", "Location"]),
    ("Facility", &["Id", "Name", "Point", "LatLongPoint", "PolicyId"]),
    (
        "AerialTile",
        &[
            "Id",
            "Slug",
            "Year",
            "Level",
            "MinX",
            "MinY",
            "MaxX",
            "MaxY",
            "PixelWidth",
            "PixelHeight",
            "ImagePath",
            "ImageVersion",
        ],
    ),
];

pub(crate) fn relation(name: &str) -> &str {
    TABLES.iter().map(|(table, _)| *table).find(|table| table.eq_ignore_ascii_case(name)).unwrap_or(name)
}

pub(crate) fn column(relation: &str, name: &str) -> String {
    let table = TABLES.iter().find(|(table, _)| table.eq_ignore_ascii_case(relation));
    let known = table.and_then(|(_, columns)| columns.iter().find(|column| column.eq_ignore_ascii_case(name)));
    known.map_or(name, |column| *column).to_owned()
}
