//! Brings the tables of one schema up to date. Migrations are numbered alike on both databases and never edited once
//! landed; the record of what ran stands beside the tables in `SchemaMigration`.

use crate::{Schema, StoreError};
use sqlx::migrate::{MigrateError, Migrator};

/// What SQLite's file of this schema needs. The record lies in the file itself.
pub(crate) fn sqlite(schema: Schema) -> Migrator {
    let mut migrator = match schema {
        Schema::It => sqlx::migrate!("migrations/sqlite/it"),
        Schema::Data => sqlx::migrate!("migrations/sqlite/data"),
        Schema::Organization => sqlx::migrate!("migrations/sqlite/organization"),
    };
    migrator.dangerous_set_table_name("SchemaMigration");
    migrator
}

/// What PostgreSQL's schema needs.
pub(crate) fn postgres(schema: Schema) -> Migrator {
    let mut migrator = match schema {
        Schema::It => sqlx::migrate!("migrations/postgres/it"),
        Schema::Data => sqlx::migrate!("migrations/postgres/data"),
        Schema::Organization => sqlx::migrate!("migrations/postgres/organization"),
    };
    migrator.dangerous_set_table_name(format!("{}.SchemaMigration", schema.name()));
    migrator.create_schema(schema.name());
    migrator
}

/// The newest version that this program knows.
pub(crate) fn known(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// A failed migration in words.
pub(crate) fn refusal(schema: Schema, migrator: &Migrator, error: MigrateError) -> StoreError {
    let name = schema.name();
    match error {
        MigrateError::VersionMissing(found) => StoreError::Newer { schema: name, found, known: known(migrator) },
        MigrateError::Execute(error) => StoreError::from(error).in_file(schema),
        other => StoreError::Migration { schema: name, problem: other.to_string() },
    }
}
