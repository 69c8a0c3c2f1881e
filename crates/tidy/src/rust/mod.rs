//! Reading Rust source as far as the rules need it: tokens, the module tree, and which file a path leads to.
//!
//! A parser for the whole language would be exact, but costs a dependency that every build of the workspace waits for.
//! The rules only need imports, paths and signatures, which the tokens show.

mod lexer;
mod modules;
mod resolve;
mod scan;
mod test_code;
mod use_tree;

pub use lexer::{Kind, Token, closing, tokenize};
pub use modules::{CrateTree, SourceModule, crate_trees};
pub use resolve::{Edge, edges};
pub use scan::{Import, Reference, Scan, scan};
pub use test_code::{is_test_file, test_lines, without_tests};
