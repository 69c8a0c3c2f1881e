//! Screenshots in git stay small: every clone carries every version of them forever.

use crate::Violation;

pub const FOLDER: &str = "docs/screenshots";
pub const MAX_BYTES: u64 = 5_000_000;

/// A tracked file and its size.
#[derive(Clone, Debug)]
pub struct Screenshot {
    pub path: String,
    pub bytes: u64,
}

pub fn check(screenshots: &[Screenshot]) -> Vec<Violation> {
    let total: u64 = screenshots.iter().map(|file| file.bytes).sum();
    if total <= MAX_BYTES {
        return Vec::new();
    }
    let mut largest: Vec<&Screenshot> = screenshots.iter().collect();
    largest.sort_by_key(|file| std::cmp::Reverse(file.bytes));
    let names: Vec<String> =
        largest.iter().take(5).map(|file| format!("{} ({} bytes)", file.path, file.bytes)).collect();
    let message = format!(
        "{total} bytes of screenshots are tracked, at most {MAX_BYTES} are allowed. Remove some (`make shots` makes \
         them) or make them smaller. Largest: {}",
        names.join(", ")
    );
    vec![Violation::of(FOLDER, message)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screenshots(bytes: u64) -> Vec<Screenshot> {
        ["a.png", "b.png"].map(|path| Screenshot { path: path.to_owned(), bytes }).to_vec()
    }

    #[test]
    fn rejects_too_many_bytes_in_total() {
        assert_eq!(check(&screenshots(MAX_BYTES / 2)), []);
        let found = check(&screenshots(MAX_BYTES / 2 + 1));
        assert!(found[0].message.starts_with("5000002 bytes of screenshots are tracked"), "{}", found[0]);
    }
}
