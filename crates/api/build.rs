//! The pages are built before the binary that holds them.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    assert!(
        dist.join("portal.html").exists(),
        "web/dist is missing: run `make web` first (make demo and make test do)"
    );
}
