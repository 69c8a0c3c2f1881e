//! Recognizes latitudes and longitudes by their names.

use crate::config::FieldType;

const LATITUDE_WORDS: [&str; 5] = ["lat", "breite", "breitengrad", "y", "ycoord"];
const LONGITUDE_WORDS: [&str; 10] =
    ["lon", "lng", "long", "länge", "laenge", "lange", "längengrad", "laengengrad", "x", "xcoord"];

/// The type of coordinate that a name such as `StrikeLat` or `Longitud` asks for.
pub(super) fn coordinate_type(name: &str) -> Option<FieldType> {
    let words = split_words(name);
    let is_one_of = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let lower = name.to_lowercase();
    if lower.contains("latitud") || is_one_of(&LATITUDE_WORDS) {
        return Some(FieldType::Latitude);
    }
    (lower.contains("longitud") || is_one_of(&LONGITUDE_WORDS)).then_some(FieldType::Longitude)
}

/// The last word before a value: its label.
pub(super) fn last_word(text: &str) -> &str {
    let text = text.trim_end_matches(|character: char| !character.is_alphanumeric());
    text.rsplit(|character: char| !character.is_alphabetic()).next().unwrap_or_default()
}

/// `strikeLat_deg` has the words strike, lat and deg.
fn split_words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for character in name.chars() {
        if !character.is_alphabetic() || (was_lower && character.is_uppercase()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_alphabetic()) {
            word.extend(character.to_lowercase());
        }
        was_lower = character.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::coordinate_type;
    use crate::config::FieldType;

    #[test]
    fn names_of_coordinates() {
        for name in ["Latitude", "lat", "StrikeLat", "lat_deg", "Breite", "latitud", "Y"] {
            assert_eq!(coordinate_type(name), Some(FieldType::Latitude), "{name}");
        }
        for name in ["Longitude", "lng", "strikeLon", "Länge", "longitud", "X"] {
            assert_eq!(coordinate_type(name), Some(FieldType::Longitude), "{name}");
        }
        for name in ["Plate", "Belong", "Type", "", "Latency"] {
            assert_eq!(coordinate_type(name), None, "{name}");
        }
    }
}
