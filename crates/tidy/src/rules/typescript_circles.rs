//! TypeScript files import each other in one direction.
//!
//! Imports of types count, too: who reads one file of a circle has to read them all. An `import()` that loads a part of
//! the page later counts as well. Tests (`*.test.ts`) are exempt.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::circles::{self, Graph};
use crate::{SourceFile, Violation};

/// Takes the files below `web/src`.
pub fn check(files: &[SourceFile]) -> Vec<Violation> {
    let sources: Vec<&SourceFile> =
        files.iter().filter(|file| file.has_extension("ts") && !file.path.ends_with(".test.ts")).collect();
    let paths: BTreeSet<&str> = sources.iter().map(|file| file.path.as_str()).collect();
    let mut graph = Graph::new();
    let mut lines: BTreeMap<(String, String), usize> = BTreeMap::new();
    for file in sources {
        for (line, specifier) in imports(&file.text) {
            let Some(target) = target(&file.path, specifier).filter(|target| paths.contains(target.as_str())) else {
                continue;
            };
            lines.entry((file.path.clone(), target.clone())).or_insert(line);
            graph.entry(file.path.clone()).or_default().insert(target);
        }
    }
    circles::find(&graph).iter().map(|circle| violation(circle, &lines)).collect()
}

fn violation(circle: &circles::Circle, lines: &BTreeMap<(String, String), usize>) -> Violation {
    let mut message = format!("import circle: {}{}", circle.arrows(), circle.others());
    let line = |from: &str, to: &str| lines.get(&(from.to_owned(), to.to_owned())).copied().unwrap_or(1);
    for (from, to) in circle.edges() {
        let _ = write!(message, "\n    {from}:{} imports {to}", line(from, to));
    }
    message += "\n    Move what both sides need into a file that imports neither.";
    let first = circle.edges().next().map_or(1, |(from, to)| line(from, to));
    Violation::at(&circle.path[0], first, message)
}

/// What each line imports or re-exports. The formatter keeps `from "…"` on the line that ends the statement.
fn imports(text: &str) -> Vec<(usize, &str)> {
    let numbered = text.lines().enumerate();
    numbered.flat_map(|(index, line)| specifiers(line).into_iter().map(move |found| (index + 1, found))).collect()
}

fn specifiers(line: &str) -> Vec<&str> {
    let start = line.trim_start();
    let is_statement = start.starts_with("import ") || start.starts_with("export ") || start.starts_with('}');
    let mut found: Vec<&str> = start.strip_prefix("import ").and_then(quoted).into_iter().collect();
    if is_statement && let Some((_, after)) = start.rsplit_once(" from ") {
        found.extend(quoted(after));
    }
    if !start.starts_with("//") && !start.starts_with('*') {
        found.extend(start.split("import(").skip(1).filter_map(quoted));
    }
    found
}

/// The string that a text starts with.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text[1..].split(quote).next()
}

/// The file that a relative import names.
fn target(from: &str, specifier: &str) -> Option<String> {
    if !specifier.starts_with('.') {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_form_of_import() {
        let text = "import { a } from \"./a.ts\";\nimport type {\n  B,\n} from './b.ts';\nexport * from \"./c.ts\";\n\
                    import \"./d.css\";\nvoid import(\"./e.ts\");\nconst text = \"not from './f.ts'\";\n";
        assert_eq!(imports(text), [(1, "./a.ts"), (4, "./b.ts"), (5, "./c.ts"), (6, "./d.css"), (7, "./e.ts")]);
    }

    #[test]
    fn rejects_a_circle() {
        let files = [
            SourceFile::new("web/src/map/a.ts", "import { b } from \"../b.ts\";"),
            SourceFile::new("web/src/b.ts", "\nexport type { C } from \"./c.ts\";"),
            SourceFile::new("web/src/c.ts", "import { a } from \"./map/a.ts\";\nimport { html } from \"lit\";"),
            SourceFile::new("web/src/c.test.ts", "import { c } from \"./c.ts\";"),
        ];
        let found = check(&files);
        assert_eq!(found.len(), 1);
        let text = found[0].to_string();
        assert!(text.contains("web/src/b.ts → web/src/c.ts → web/src/map/a.ts → web/src/b.ts"), "{text}");
        assert!(text.contains("web/src/b.ts:2 imports web/src/c.ts"), "{text}");
    }

    #[test]
    fn imports_in_one_direction_are_fine() {
        let files = [
            SourceFile::new("web/src/a.ts", "import { b } from \"./b.ts\";"),
            SourceFile::new("web/src/b.ts", "import data from \"./a.json\";"),
        ];
        assert_eq!(check(&files), []);
    }
}
