//! Follows imports and paths to the file that defines what they name.
//!
//! Re-exports are followed: `use crate::store::Row` where `store/mod.rs` says `pub use row::Row` leads to
//! `store/row.rs`. So a file that only declares and re-exports is never the end of an edge.

use std::collections::BTreeMap;

use super::modules::CrateTree;
use super::scan::Import;

/// An import or a path in one file that needs another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: String,
    pub to: String,
    pub line: usize,
    /// As it is written: `super::plan::Step`.
    pub path: String,
}

/// Every edge between two files of the crate.
pub fn edges(tree: &CrateTree) -> Vec<Edge> {
    let mut found: BTreeMap<(String, String, String), Edge> = BTreeMap::new();
    for index in 0..tree.modules.len() {
        for (target, path, line) in tree.needs(index) {
            let from = &tree.modules[index].file;
            let to = &tree.modules[target].file;
            if from != to {
                let edge = Edge { from: from.clone(), to: to.clone(), line, path: path.clone() };
                found.entry((from.clone(), to.clone(), path)).or_insert(edge);
            }
        }
    }
    found.into_values().collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    SourceModule(usize),
    /// Something that this module defines.
    Item(usize),
}

/// Imports that are being followed, so that re-exports in a circle end.
type Trail = Vec<(usize, String)>;

impl CrateTree {
    /// The modules whose definitions a module needs, with the path and the line that say so.
    fn needs(&self, index: usize) -> Vec<(usize, String, usize)> {
        let scan = &self.modules[index].scan;
        let mut found = Vec::new();
        for import in &scan.imports {
            let written = import.path.join("::");
            let definers = match &import.name {
                None => self.used_through_glob(index, import),
                // A re-export alone needs nothing; it counts when the code here uses the name.
                Some(name) if import.public && !scan.words.contains(name) => Vec::new(),
                // A module and a function may share the name: then it depends on which of them is used.
                Some(name) if self.is_module(index, &import.path) && !scan.lone_words.contains(name) => Vec::new(),
                Some(_) => self.definer(index, &import.path).into_iter().collect(),
            };
            found.extend(definers.into_iter().map(|definer| (definer, written.clone(), import.line)));
        }
        for reference in
            scan.references.iter().filter(|reference| !self.starts_at_imported_item(index, &reference.path))
        {
            let definer = self.definer(index, &reference.path);
            found.extend(definer.map(|definer| (definer, reference.path.join("::"), reference.line)));
        }
        found
    }

    /// `Row::new` after `use store::Row` says nothing that the import has not said.
    fn starts_at_imported_item(&self, module: usize, path: &[String]) -> bool {
        let imports = &self.modules[module].scan.imports;
        let import = imports.iter().find(|import| import.name.is_some() && import.name.as_ref() == path.first());
        import.is_some_and(|import| {
            matches!(self.resolve(module, &import.path, true, &mut Trail::new()), Some(Target::Item(_)))
        })
    }

    fn is_module(&self, from: usize, path: &[String]) -> bool {
        matches!(self.resolve(from, path, true, &mut Trail::new()), Some(Target::SourceModule(_)))
    }

    fn definer(&self, from: usize, path: &[String]) -> Option<usize> {
        match self.resolve(from, path, false, &mut Trail::new())? {
            Target::Item(module) => Some(module),
            Target::SourceModule(_) => None,
        }
    }

    /// The modules that define the names which a module uses through `use path::*`.
    fn used_through_glob(&self, from: usize, import: &Import) -> Vec<usize> {
        let source = match self.resolve(from, &import.path, true, &mut Trail::new()) {
            Some(Target::SourceModule(source)) => source,
            Some(Target::Item(definer)) if !import.public => return vec![definer],
            _ => return Vec::new(),
        };
        let words = &self.modules[from].scan.words;
        let used = words.iter().filter_map(|word| self.lookup(source, word, false, &mut Trail::new()));
        let mut definers: Vec<usize> = used
            .filter_map(|target| match target {
                Target::Item(module) => Some(module),
                Target::SourceModule(_) => None,
            })
            .collect();
        definers.dedup();
        definers
    }

    /// Where a path leads. `None` when it leaves the crate. `inside` says that the path goes on behind its last name.
    fn resolve(&self, from: usize, path: &[String], inside: bool, trail: &mut Trail) -> Option<Target> {
        let (first, mut rest) = path.split_first()?;
        let mut target = match first.as_str() {
            "crate" => Target::SourceModule(0),
            "self" => Target::SourceModule(from),
            "super" => Target::SourceModule(self.modules[from].parent?),
            name => self.lookup(from, name, inside || !rest.is_empty(), trail)?,
        };
        while let (Target::SourceModule(module), Some((name, after))) = (target, rest.split_first()) {
            rest = after;
            target = match name.as_str() {
                "super" => Target::SourceModule(self.modules[module].parent?),
                "self" => target,
                name => match self.lookup(module, name, inside || !rest.is_empty(), trail) {
                    Some(found) => found,
                    // Made by a macro of that module, or from another crate and re-exported there.
                    None => self.unknown(module, name)?,
                },
            };
        }
        Some(target)
    }

    /// What a name means in a module. A module and a function may share a name: `inside` asks for the module.
    fn lookup(&self, module: usize, name: &str, inside: bool, trail: &mut Trail) -> Option<Target> {
        let here = &self.modules[module];
        let child = here.children.get(name).map(|child| Target::SourceModule(*child));
        let item = here.scan.items.contains(name).then_some(Target::Item(module));
        if let Some(found) = if inside { child.or(item) } else { item.or(child) } {
            return Some(found);
        }
        let step = (module, name.to_owned());
        if trail.contains(&step) {
            return None;
        }
        trail.push(step);
        let named = here.scan.imports.iter().filter(|import| import.name.as_deref() == Some(name));
        let found =
            named.into_iter().find_map(|import| self.resolve(module, &import.path, inside, trail)).or_else(|| {
                let globs = here.scan.imports.iter().filter(|import| import.name.is_none());
                globs.into_iter().find_map(|import| match self.resolve(module, &import.path, true, trail)? {
                    Target::SourceModule(source) => self.lookup(source, name, inside, trail),
                    Target::Item(_) => None,
                })
            });
        trail.pop();
        found
    }

    /// A name that a module offers although no definition of it is in sight.
    fn unknown(&self, module: usize, name: &str) -> Option<Target> {
        let scan = &self.modules[module].scan;
        let from_elsewhere = scan.imports.iter().any(|import| import.name.as_deref() == Some(name));
        (scan.has_code && !from_elsewhere).then_some(Target::Item(module))
    }
}

#[cfg(test)]
mod tests {
    use super::super::modules::crate_trees;
    use super::*;
    use crate::SourceFile;

    /// `from > to by path` for every edge, without the common start of the files.
    fn edges_of(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<SourceFile> =
            files.iter().map(|file| SourceFile::new(&format!("crates/a/src/{}", file.0), file.1)).collect();
        let trees = crate_trees(&files);
        let short = |path: &str| path["crates/a/src/".len()..].to_owned();
        edges(&trees[0])
            .iter()
            .map(|edge| format!("{} > {} by {}", short(&edge.from), short(&edge.to), edge.path))
            .collect()
    }

    #[test]
    fn re_exports_are_followed_to_the_definition() {
        let found = edges_of(&[
            ("lib.rs", "mod a; mod b; pub use a::Row;"),
            ("a/mod.rs", "mod row; pub use row::Row;"),
            ("a/row.rs", "pub struct Row;"),
            ("b.rs", "use crate::Row; fn f() -> crate::a::Row { super::a::row::Row }"),
        ]);
        assert_eq!(
            found,
            [
                "b.rs > a/row.rs by crate::Row",
                "b.rs > a/row.rs by crate::a::Row",
                "b.rs > a/row.rs by super::a::row::Row",
            ]
        );
    }

    #[test]
    fn paths_through_an_imported_module_are_followed() {
        let found = edges_of(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "pub fn run() {}"),
            ("b.rs", "use crate::a as other; fn f() { other::run() }"),
        ]);
        assert_eq!(found, ["b.rs > a.rs by other::run"]);
    }

    #[test]
    fn a_parent_that_uses_its_child_has_an_edge_and_one_that_re_exports_it_has_none() {
        let child = ("a.rs", "use super::Root; pub struct Child;");
        assert_eq!(
            edges_of(&[("lib.rs", "mod a; pub use a::Child; pub struct Root;"), child]),
            ["a.rs > lib.rs by super::Root"]
        );
        assert_eq!(
            edges_of(&[("lib.rs", "mod a; pub use a::Child; pub struct Root(Child);"), child]),
            ["a.rs > lib.rs by super::Root", "lib.rs > a.rs by a::Child",]
        );
    }

    #[test]
    fn a_glob_leads_to_the_names_that_are_used() {
        let found = edges_of(&[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "pub use crate::c::C; pub struct A; pub struct Unused;"),
            ("b.rs", "use crate::a::*; fn f(c: C) {}"),
            ("c.rs", "pub struct C;"),
        ]);
        assert_eq!(found, ["b.rs > c.rs by crate::a"]);
    }

    #[test]
    fn a_module_and_a_function_may_share_a_name() {
        let found = edges_of(&[
            ("lib.rs", "mod a; mod b; mod c; mod d;"),
            ("a/mod.rs", "pub mod run; pub fn run() {}"),
            ("a/run.rs", "pub fn twice() {}"),
            ("b.rs", "use crate::a::run; fn f() { run::twice() }"),
            ("c.rs", "use crate::a::run; fn f() { run() }"),
            ("d.rs", "fn f() { crate::a::run() }"),
        ]);
        assert_eq!(
            found,
            ["b.rs > a/run.rs by run::twice", "c.rs > a/mod.rs by crate::a::run", "d.rs > a/mod.rs by crate::a::run",]
        );
    }

    #[test]
    fn names_made_by_a_macro_belong_to_the_module() {
        let found = edges_of(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "ids! { WatcherId }"),
            ("b.rs", "use crate::a::WatcherId; use std::fmt; use other::a::B;"),
        ]);
        assert_eq!(found, ["b.rs > a.rs by crate::a::WatcherId"]);
    }

    #[test]
    fn re_exports_in_a_circle_end() {
        let found = edges_of(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "pub use crate::b::*;"),
            ("b.rs", "pub use crate::a::*; fn f() { crate::a::Missing }"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }
}
