//! Migrates the tables of one schema. Migrations have the same numbers on both databases and are never edited once
//! landed. The table `SchemaMigration` of each schema records which ones ran.

use crate::{Schema, StoreError};
use sqlx::migrate::{MigrateError, Migrator};

pub(crate) fn sqlite(schema: Schema) -> Migrator {
    let mut migrator = match schema {
        Schema::It => sqlx::migrate!("migrations/sqlite/it"),
        Schema::Data => sqlx::migrate!("migrations/sqlite/data"),
        Schema::Organization => sqlx::migrate!("migrations/sqlite/organization"),
    };
    migrator.dangerous_set_table_name("SchemaMigration");
    migrator
}

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

/// The newest version that this program supports.
pub(crate) fn newest_version(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or(0)
}

pub(crate) fn migration_error(schema: Schema, migrator: &Migrator, error: MigrateError) -> StoreError {
    let name = schema.name();
    match error {
        MigrateError::VersionMissing(found) => {
            StoreError::Newer { schema: name, found, known: newest_version(migrator) }
        }
        MigrateError::Execute(error) => StoreError::from(error).in_file(schema),
        other => StoreError::Migration { schema: name, problem: other.to_string() },
    }
}
