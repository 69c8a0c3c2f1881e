//! The names of files in Processed and Failed: ` (2)` and so on, so that no file replaces another. Pure.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// Of most file systems.
const MAX_NAME_BYTES: usize = 255;

/// `strikes.csv`, `strikes (2).csv` and so on. A long name is shortened, so that the number fits.
pub(crate) fn numbered(name: &OsStr, number: u32) -> OsString {
    if number < 2 {
        return name.to_owned();
    }
    let (stem, extension) = split(name);
    let mut end = format!(" ({number})").into_bytes();
    end.extend_from_slice(extension);
    let kept = stem.len().min(MAX_NAME_BYTES.saturating_sub(end.len()));
    let mut bytes = stem[..character_boundary(stem, kept)].to_vec();
    bytes.append(&mut end);
    OsString::from_vec(bytes)
}

/// Whether this is a name that a file called `of` gets.
pub(crate) fn is_numbered(name: &OsStr, of: &OsStr) -> bool {
    if name == of {
        return true;
    }
    let (stem, _) = split(name);
    let number = stem.strip_suffix(b")").and_then(|stem| {
        let from = stem.iter().rposition(|byte| *byte == b'(')?;
        std::str::from_utf8(&stem[from + 1..]).ok()?.parse().ok()
    });
    number.is_some_and(|number: u32| number >= 2 && numbered(of, number) == name)
}

/// The name without its number; `None` if it has none.
pub(crate) fn unnumbered(name: &OsStr) -> Option<OsString> {
    let (stem, extension) = split(name);
    let end = stem.iter().rposition(|byte| *byte == b' ')?;
    let original = OsString::from_vec([&stem[..end], extension].concat());
    is_numbered(name, &original).then_some(original)
}

/// A number whose name is free, found with few checks however many are taken.
pub(crate) fn free_number(mut is_taken: impl FnMut(u32) -> io::Result<bool>) -> io::Result<u32> {
    if !is_taken(1)? {
        return Ok(1);
    }
    let (mut taken, mut free) = (1, 2);
    while is_taken(free)? {
        (taken, free) = (free, free.checked_mul(2).ok_or_else(|| io::Error::other("too many files of one name"))?);
    }
    while free - taken > 1 {
        let middle = taken + (free - taken) / 2;
        if is_taken(middle)? { taken = middle } else { free = middle }
    }
    Ok(free)
}

/// The stem, and the extension with its dot.
fn split(name: &OsStr) -> (&[u8], &[u8]) {
    let bytes = name.as_bytes();
    let extension = Path::new(name).extension().map_or(0, |extension| extension.len() + 1);
    bytes.split_at(bytes.len() - extension)
}

/// The largest length up to `most` that cuts no character of UTF-8 in two.
fn character_boundary(bytes: &[u8], most: usize) -> usize {
    std::str::from_utf8(bytes).map_or(most, |text| text.floor_char_boundary(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_number_is_before_the_extension() {
        for (name, number, expected) in [
            ("strikes.csv", 1, "strikes.csv"),
            ("strikes.csv", 2, "strikes (2).csv"),
            ("strikes (2).csv", 3, "strikes (2) (3).csv"),
            ("strikes", 12, "strikes (12)"),
            (".hidden", 2, ".hidden (2)"),
            ("a.tar.gz", 2, "a.tar (2).gz"),
        ] {
            assert_eq!(numbered(OsStr::new(name), number), expected);
        }
        let long = numbered(OsStr::new(&"ü".repeat(127)), 10);
        assert!(long.len() <= MAX_NAME_BYTES && long.to_str().unwrap().ends_with("ü (10)"), "{}", long.display());
    }

    #[test]
    fn only_numbered_names_are_recognized() {
        for (name, of, expected) in [
            ("strikes.csv", "strikes.csv", true),
            ("strikes (2).csv", "strikes.csv", true),
            ("strikes (17).csv", "strikes.csv", true),
            ("strikes (1).csv", "strikes.csv", false),
            ("strikes (02).csv", "strikes.csv", false),
            ("strikes (2).txt", "strikes.csv", false),
            ("strikes2.csv", "strikes.csv", false),
            ("other (2).csv", "strikes.csv", false),
            ("strikes ().csv", "strikes.csv", false),
        ] {
            assert_eq!(is_numbered(OsStr::new(name), OsStr::new(of)), expected, "{name}");
        }
    }

    #[test]
    fn the_number_can_be_removed() {
        for (name, expected) in [
            ("strikes (2).csv", Some("strikes.csv")),
            ("strikes (2) (3)", Some("strikes (2)")),
            ("strikes.csv", None),
            ("strikes (x).csv", None),
            ("a b.csv", None),
        ] {
            assert_eq!(unnumbered(OsStr::new(name)), expected.map(OsString::from), "{name}");
        }
    }

    proptest! {
        #[test]
        fn numbers_are_found_fast_and_are_free(taken in 0_u32..100_000) {
            let mut checks = 0;
            let free = free_number(|number| {
                checks += 1;
                Ok(number <= taken)
            });
            prop_assert_eq!(free.unwrap(), taken + 1);
            prop_assert!(checks < 50, "{} checks", checks);
        }

        #[test]
        fn gaps_never_lead_to_a_taken_name(taken: std::collections::BTreeSet<u8>) {
            let is_taken = |number: u32| u8::try_from(number).is_ok_and(|number| taken.contains(&number));
            let free = free_number(|number| Ok(is_taken(number))).unwrap();
            prop_assert!(!is_taken(free));
        }

        #[test]
        fn numbered_names_are_recognized_and_short(name in "[a-zü.() 0-9]{1,80}", number in 1_u32..1_000_000) {
            prop_assume!(name != "..");
            let filed = numbered(OsStr::new(&name), number);
            prop_assert!(is_numbered(&filed, OsStr::new(&name)) && filed.len() <= MAX_NAME_BYTES);
        }
    }
}
