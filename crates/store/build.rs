//! Migrations are read at compile time; cargo cannot see that by itself.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
