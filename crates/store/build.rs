//! Lists the migrations, so that a new file is one of them without a line in `database/migrate.rs`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    let mut code = String::new();
    for database in ["sqlite", "postgres"] {
        let _ =
            writeln!(code, "fn {database}_files(schema: Schema) -> &'static [MigrationFile] {{\n    match schema {{");
        for (schema, variant) in [("it", "It"), ("data", "Data"), ("organization", "Organization")] {
            let files = sql_files(&fs::canonicalize("migrations").expect("the folder").join(database).join(schema));
            let files: String = files.iter().map(|path| entry(path)).collect();
            let _ = writeln!(code, "        Schema::{variant} => &[\n{files}        ],");
        }
        code.push_str("    }\n}\n");
    }
    #[expect(clippy::disallowed_methods, reason = "cargo says where generated code belongs")]
    let folder = std::env::var_os("OUT_DIR").expect("set by cargo");
    fs::write(Path::new(&folder).join("migration_files.rs"), code).expect("write the list");
}

fn sql_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("list the migrations");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("list the migrations").path()).collect();
    files.sort();
    files
}

/// `0012_closest_strike.sql` is version 12 with the description `closest strike`, as it is stored in `SchemaMigration`.
fn entry(path: &Path) -> String {
    let name = path.file_stem().and_then(|name| name.to_str()).expect("a name in UTF-8");
    let (version, description) = name.split_once('_').expect("NUMBER_DESCRIPTION.sql");
    let version: i64 = version.parse().expect("a number before `_`");
    let description = description.replace('_', " ");
    let path = path.to_str().expect("a path in UTF-8");
    format!(
        "            MigrationFile {{ version: {version}, description: {description:?}, sql: include_str!({path:?}) }},\n"
    )
}
