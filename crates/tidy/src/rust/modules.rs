//! The tree of modules of each crate, built from `mod` declarations.

use std::collections::BTreeMap;

use super::lexer::tokenize;
use super::scan::{Declared, Scan, scan};
use super::test_code::without_tests;
use crate::SourceFile;

#[derive(Debug)]
pub struct SourceModule {
    /// The file it is written in.
    pub file: String,
    pub parent: Option<usize>,
    pub children: BTreeMap<String, usize>,
    pub scan: Scan,
}

/// The modules of one library or binary. The root is the first.
#[derive(Debug)]
pub struct CrateTree {
    /// The folder with `Cargo.toml`.
    pub folder: String,
    pub modules: Vec<SourceModule>,
}

/// One tree for each library and each binary among the files. Code for tests is left out.
pub fn crate_trees(files: &[SourceFile]) -> Vec<CrateTree> {
    let texts: BTreeMap<&str, &str> = files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    texts.keys().filter_map(|path| Some(tree(folder_of_root(path)?, path, &texts))).collect()
}

/// The crate's folder, when the file is where Cargo expects a library or a binary.
fn folder_of_root(path: &str) -> Option<&str> {
    let (folder, inner) = path.split_once("/src/")?;
    let parts: Vec<&str> = inner.split('/').collect();
    let is_root = matches!(parts[..], ["lib.rs" | "main.rs"] | ["bin", _] | ["bin", _, "main.rs"]);
    is_root.then_some(folder)
}

fn tree(folder: &str, root: &str, texts: &BTreeMap<&str, &str>) -> CrateTree {
    let mut builder = ModuleTreeBuilder { texts, modules: Vec::new() };
    builder.add(None, root, folder_of(root), builder.scan(root));
    CrateTree { folder: folder.to_owned(), modules: builder.modules }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

struct ModuleTreeBuilder<'a> {
    texts: &'a BTreeMap<&'a str, &'a str>,
    modules: Vec<SourceModule>,
}

impl ModuleTreeBuilder<'_> {
    fn scan(&self, file: &str) -> Scan {
        let text = self.texts.get(file).copied().unwrap_or_default();
        scan(&without_tests(&tokenize(text)))
    }

    /// Adds a module and everything below it. `home` is the folder of its children.
    fn add(&mut self, parent: Option<usize>, file: &str, home: &str, scan: Scan) -> usize {
        let index = self.modules.len();
        self.modules.push(SourceModule {
            file: file.to_owned(),
            parent,
            children: BTreeMap::new(),
            scan: scan.clone(),
        });
        for declared in &scan.declared {
            let Some(child_file) = self.file_of(declared, file, home) else { continue };
            let child_scan = self.scan(&child_file);
            let child = self.add(Some(index), &child_file, &format!("{home}/{}", declared.name), child_scan);
            self.modules[index].children.insert(declared.name.clone(), child);
        }
        for (name, inner) in scan.inline {
            let child = self.add(Some(index), file, &format!("{home}/{name}"), inner);
            self.modules[index].children.insert(name, child);
        }
        index
    }

    fn file_of(&self, declared: &Declared, file: &str, home: &str) -> Option<String> {
        let name = &declared.name;
        let candidates = match &declared.path {
            Some(path) => vec![format!("{}/{path}", folder_of(file))],
            None => vec![format!("{home}/{name}.rs"), format!("{home}/{name}/mod.rs")],
        };
        candidates.into_iter().find(|path| self.texts.contains_key(path.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_through_their_declarations() {
        let files = [
            SourceFile::new("crates/a/src/lib.rs", "mod b; mod c { mod d; } #[cfg(test)] mod tests;"),
            SourceFile::new("crates/a/src/b/mod.rs", "mod e;"),
            SourceFile::new("crates/a/src/b/e.rs", "mod f;"),
            SourceFile::new("crates/a/src/b/e/f.rs", ""),
            SourceFile::new("crates/a/src/c/d.rs", ""),
            SourceFile::new("crates/a/src/tests.rs", ""),
            SourceFile::new("crates/a/src/forgotten.rs", ""),
            SourceFile::new("crates/a/src/bin/tool.rs", ""),
        ];
        let trees = crate_trees(&files);
        let found: Vec<Vec<&str>> = trees
            .iter()
            .map(|tree| tree.modules.iter().map(|module| &module.file["crates/a/src/".len()..]).collect())
            .collect();
        assert_eq!(found, [vec!["bin/tool.rs"], vec!["lib.rs", "b/mod.rs", "b/e.rs", "b/e/f.rs", "lib.rs", "c/d.rs"]]);
    }
}
