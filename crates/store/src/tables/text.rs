//! Shortens text to fit a column.

/// The first `length` characters, without NUL, which PostgreSQL cannot store.
pub fn truncate_for_column(text: &str, length: usize) -> String {
    text.chars().filter(|character| *character != '\0').take(length).collect()
}
