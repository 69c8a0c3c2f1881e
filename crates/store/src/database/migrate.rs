//! Migrates the tables of one schema. Migrations have the same numbers on both databases and are never edited once
//! landed. The table `SchemaMigration` of each schema records which ones ran.

use crate::{Schema, StoreError};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, SqlStr, query_scalar};

/// Services that know this version of a schema, or a later one, can use the schema as this program migrates it: what was
/// added since then does not disturb them. It is the newest version of the release before this one, because services are
/// upgraded one after another.
const fn oldest_compatible_version(schema: Schema) -> i64 {
    match schema {
        Schema::It => 25,
        Schema::Data => 5,
        Schema::Organization => 7,
    }
}

/// A file of `migrations`; `build.rs` lists them.
struct MigrationFile {
    version: i64,
    description: &'static str,
    sql: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/migration_files.rs"));

pub(crate) fn sqlite(schema: Schema) -> Migrator {
    let mut migrator = migrator(sqlite_files(schema));
    migrator.dangerous_set_table_name("SchemaMigration");
    migrator
}

pub(crate) fn postgres(schema: Schema) -> Migrator {
    let mut migrator = migrator(postgres_files(schema));
    migrator.dangerous_set_table_name(format!("{}.SchemaMigration", schema.name()));
    migrator.create_schema(schema.name());
    migrator
}

/// Not `sqlx::migrate!`, which compiles both database drivers once more for the compiler.
fn migrator(files: &[MigrationFile]) -> Migrator {
    let migration = |file: &MigrationFile| {
        let sql = SqlStr::from_static(file.sql);
        Migration::new(file.version, file.description.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

/// The caller holds a lock: services that start together migrate one after another. A database that a newer program has
/// migrated is left as it is, and used if that program says that it can be.
pub(crate) async fn run_on_postgres(conn: &mut PgConnection, schema: Schema) -> Result<(), StoreError> {
    let mut migrator = postgres(schema);
    let known = newest_version(&migrator);
    let note = read_note(conn, schema).await?;
    let is_usable = note.as_deref().and_then(noted_version).is_some_and(|oldest| oldest <= known);
    migrator.set_ignore_missing(is_usable);
    migrator.run(&mut *conn).await.map_err(|error| migration_error(schema, &migrator, error))?;
    let name = schema.name();
    let found = AssertSqlSafe(format!("select coalesce(max(version), 0) from {name}.SchemaMigration"));
    let found: i64 = query_scalar(found).fetch_one(&mut *conn).await?;
    if found > known {
        tracing::warn!(
            schema = name,
            found,
            known,
            "a newer stormwire has migrated the database; this one works with it, upgrade it soon"
        );
        return Ok(());
    }
    let new_note = compatibility_note(oldest_compatible_version(schema));
    if note.as_deref() != Some(new_note.as_str()) {
        write_note(conn, schema, &new_note).await;
    }
    Ok(())
}

/// A comment on the schema, for programs that do not know its version.
fn compatibility_note(oldest: i64) -> String {
    format!("{NOTE_START}{oldest} or later")
}

const NOTE_START: &str = "stormwire: usable by services that know version ";

fn noted_version(note: &str) -> Option<i64> {
    note.strip_prefix(NOTE_START)?.split(' ').next()?.parse().ok()
}

async fn read_note(conn: &mut PgConnection, schema: Schema) -> Result<Option<String>, StoreError> {
    let note = query_scalar("select obj_description(to_regnamespace($1)::oid, 'pg_namespace')");
    Ok(note.bind(schema.name()).fetch_one(conn).await?)
}

/// Only the owner of a schema may comment on it. Without the note an older service does not start on a newer database.
async fn write_note(conn: &mut PgConnection, schema: Schema, note: &str) {
    let statement = AssertSqlSafe(format!("comment on schema {} is '{note}'", schema.name()));
    if let Err(error) = sqlx::raw_sql(statement).execute(conn).await {
        tracing::debug!(%error, schema = schema.name(), "cannot note which versions can use the schema");
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn note_names_the_oldest_version_that_can_use_the_schema() {
        assert_eq!(noted_version(&compatibility_note(25)), Some(25));
        for other in ["", "standard public schema", "stormwire: usable by services that know version x or later"] {
            assert_eq!(noted_version(other), None, "{other}");
        }
    }

    #[test]
    fn compatible_version_exists() {
        for schema in Schema::ALL {
            let newest = newest_version(&postgres(schema));
            assert!((1..=newest).contains(&oldest_compatible_version(schema)), "{schema:?}");
        }
    }
}
