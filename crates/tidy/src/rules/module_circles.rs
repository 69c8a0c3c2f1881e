//! Imports inside a crate go one way, between its top-level modules and between its files.
//!
//! A top-level module is a file or a folder of `src`. Imports, re-exports and paths are followed to the file that
//! defines what they name (see [`crate::rust`]). Code for tests does not count.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::circles::{self, Circle, Graph};
use crate::rust::{CrateTree, Edge, crate_trees, edges};
use crate::{SourceFile, Violation};

/// How many imports are listed for each step of a circle.
const LISTED: usize = 6;

/// Takes all Rust files of the workspace.
pub fn check(files: &[SourceFile]) -> Vec<Violation> {
    crate_trees(files).iter().flat_map(check_crate).collect()
}

fn check_crate(tree: &CrateTree) -> Vec<Violation> {
    let edges = edges(tree);
    let source = format!("{}/src/", tree.folder);
    let file = |path: &str| path.strip_prefix(&source).unwrap_or(path).to_owned();
    let module = |path: &str| top_level(&file(path));
    // A circle of files that leaves its module is a circle of modules, and reported as that.
    let within: Vec<Edge> = edges.iter().filter(|edge| module(&edge.from) == module(&edge.to)).cloned().collect();
    let mut found = circles_between("modules", &edges, module, tree);
    found.extend(circles_between("files", &within, file, tree));
    found
}

/// The file or folder directly in `src` that a file belongs to; the root of the crate keeps its ending.
fn top_level(file: &str) -> String {
    match file.split_once('/') {
        Some((folder, _)) => folder.to_owned(),
        None if matches!(file, "lib.rs" | "main.rs") => file.to_owned(),
        None => file.trim_end_matches(".rs").to_owned(),
    }
}

fn circles_between(what: &str, edges: &[Edge], node: impl Fn(&str) -> String, tree: &CrateTree) -> Vec<Violation> {
    let mut graph = Graph::new();
    let mut causes: BTreeMap<(String, String), Vec<&Edge>> = BTreeMap::new();
    for edge in edges {
        let (from, to) = (node(&edge.from), node(&edge.to));
        graph.entry(from.clone()).or_default().insert(to.clone());
        causes.entry((from, to)).or_default().push(edge);
    }
    circles::find(&graph).iter().map(|circle| violation(what, circle, &causes, tree)).collect()
}

fn violation(
    what: &str,
    circle: &Circle,
    causes: &BTreeMap<(String, String), Vec<&Edge>>,
    tree: &CrateTree,
) -> Violation {
    let mut message = format!("import circle between {what}: {}{}", circle.arrows(), circle.others());
    let mut first = None;
    for (from, to) in circle.edges() {
        let imports = causes.get(&(from.to_owned(), to.to_owned())).map(Vec::as_slice).unwrap_or_default();
        first = first.or(imports.first());
        for edge in imports.iter().take(LISTED) {
            let _ = write!(message, "\n    {}:{}: {} is in {}", edge.from, edge.line, edge.path, edge.to);
        }
        if imports.len() > LISTED {
            let _ = write!(message, "\n    and {} more from {from} to {to}", imports.len() - LISTED);
        }
    }
    message += "\n    Move what both sides need into a file that imports neither, or hand it over as a parameter.";
    match first {
        Some(edge) => Violation::at(&edge.from, edge.line, message),
        None => Violation::of(&tree.folder, message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: (&str, &str) = ("lib.rs", "mod store; mod queue;");

    fn check_files(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<SourceFile> =
            files.iter().map(|file| SourceFile::new(&format!("crates/a/src/{}", file.0), file.1)).collect();
        check(&files).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn imports_in_one_direction_are_fine() {
        let found = check_files(&[
            ROOT,
            ("store.rs", "pub struct Row;"),
            ("queue/mod.rs", "mod plan; use crate::store::Row; fn f(row: Row) { plan::step() }"),
            ("queue/plan.rs", "use super::super::store; pub fn step() -> store::Row { todo!() }"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn rejects_a_circle_between_modules_whose_files_have_none() {
        let found = check_files(&[
            ROOT,
            ("store/mod.rs", "mod row; mod wake; pub use row::Row;"),
            ("store/row.rs", "pub struct Row;"),
            ("store/wake.rs", "fn wake() { crate::queue::PRIORITY; }"),
            ("queue/mod.rs", "mod take; pub const PRIORITY: u8 = 1;"),
            ("queue/take.rs", "\nuse crate::store::Row;"),
        ]);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("circle between modules: queue → store → queue"), "{}", found[0]);
        assert!(found[0].contains("crates/a/src/queue/take.rs:2: crate::store::Row is in crates/a/src/store/row.rs"));
        assert!(
            found[0].contains("crates/a/src/store/wake.rs:1: crate::queue::PRIORITY is in crates/a/src/queue/mod.rs")
        );
    }

    #[test]
    fn rejects_a_circle_through_the_root() {
        let found = check_files(&[
            ("lib.rs", "mod store; mod queue; pub struct Root(store::Row);"),
            ("store.rs", "use crate::Root; pub struct Row;"),
            ("queue.rs", ""),
        ]);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("circle between modules: lib.rs → store → lib.rs"), "{}", found[0]);
    }

    #[test]
    fn rejects_a_circle_between_files_of_one_module() {
        let found = check_files(&[
            ROOT,
            ("store/mod.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
            ("store/a.rs", "use super::B; pub struct A(B);"),
            ("store/b.rs", "pub struct B(Vec<super::A>);"),
            ("queue.rs", ""),
        ]);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("circle between files: store/a.rs → store/b.rs → store/a.rs"), "{}", found[0]);
    }

    #[test]
    fn rejects_a_circle_between_a_folder_and_its_file() {
        let found = check_files(&[
            ROOT,
            ("store.rs", ""),
            ("queue/mod.rs", "mod plan; pub struct Item; fn f() { plan::step() }"),
            ("queue/plan.rs", "use super::Item; pub fn step() -> Item { Item }"),
        ]);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains("circle between files: queue/mod.rs → queue/plan.rs"), "{}", found[0]);
    }

    #[test]
    fn a_folder_that_only_declares_and_re_exports_is_in_no_circle() {
        let found = check_files(&[
            ROOT,
            ("store.rs", ""),
            ("queue/mod.rs", "//! Docs.\nmod item; mod plan; pub use item::Item; pub use plan::step;"),
            ("queue/item.rs", "pub struct Item;"),
            ("queue/plan.rs", "use super::Item; pub fn step() -> Item { Item }"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn code_for_tests_may_import_in_circles() {
        let found = check_files(&[
            ROOT,
            ("store.rs", "pub struct Row; #[cfg(test)] mod tests { use crate::queue::take; }"),
            ("queue.rs", "pub fn take(row: crate::store::Row) {}"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }
}
