//! A file is one idea. Over 400 lines it is usually two.

use crate::{SourceFile, Violation};

pub const MAX_LINES: usize = 400;

/// Written by a tool and never read from top to bottom.
const GENERATED: [&str; 1] = ["web/src/data/schema.d.ts"];

/// Counts every line of `.rs` and `.ts` files, tests included, as an editor shows them.
pub fn check(files: &[SourceFile]) -> Vec<Violation> {
    files.iter().filter_map(too_long).collect()
}

fn too_long(file: &SourceFile) -> Option<Violation> {
    let is_source = file.has_extension("rs") || file.has_extension("ts");
    let lines = file.text.lines().count();
    if !is_source || lines <= MAX_LINES || GENERATED.contains(&file.path.as_str()) {
        return None;
    }
    let message = format!("{lines} lines, at most {MAX_LINES} are allowed. Split it by idea into several files.");
    Some(Violation::at(&file.path, MAX_LINES + 1, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_files_over_the_limit() {
        let long = "x\n".repeat(MAX_LINES + 1);
        let files = [
            SourceFile::new("crates/a/src/long.rs", &long),
            SourceFile::new("crates/a/src/just.rs", &"x\n".repeat(MAX_LINES)),
            SourceFile::new("web/src/long.ts", &long),
            SourceFile::new("web/src/data/schema.d.ts", &long),
        ];
        let found: Vec<String> = check(&files).into_iter().map(|violation| violation.path).collect();
        assert_eq!(found, ["crates/a/src/long.rs", "web/src/long.ts"]);
    }
}
