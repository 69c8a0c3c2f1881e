//! PostgreSQL: one `merge` over the rows of one JSON parameter, under the advisory lock that the unit holds.

use super::{changes, chosen, counting, listed, matching, named, sources};
use crate::handlers::sql::plan::Plan;
use crate::handlers::sql::target::Table;
use stormwire_store::user_tables::catalog::{ColumnKind, Function, Parameter};
use stormwire_store::user_tables::generated::{GeneratedSql, OutputColumn, quoted};

/// The statements of a merge, in the order in which they run. Both take the same rows.
pub(in super::super) struct Merge {
    /// Counts what is matched; none when known rows are left as they are.
    pub(in super::super) count: Option<GeneratedSql>,
    pub(in super::super) merge: GeneratedSql,
}

/// Known rows are updated, new ones inserted.
pub(in super::super) fn merge(table: &Table, plan: &Plan) -> Merge {
    let (target, on, rows) = (named(&table.relation), matching(plan), rows(plan));
    let hits = format!(
        "select count(*) as hits, min(s.n) - 1 as a, max(s.n) - 1 as b from {rows} join {target} t on {on} \
         group by t.tableoid, t.ctid"
    );
    let updates = !plan.is_insert_only();
    let update = if updates { format!("when matched then update set {} ", changes(plan)) } else { String::new() };
    let merge = format!(
        "merge into {target} as t using (select {} from {rows} order by s.n) as s on {on} \
         {update}when not matched then insert ({}) {}values ({})",
        sources(plan, "s."),
        listed(plan),
        overriding(plan),
        sources(plan, "s."),
    );
    Merge { count: updates.then(|| GeneratedSql::new(counting(&hits))), merge: GeneratedSql::new(merge) }
}

/// All rows are new.
pub(in super::super) fn insert(table: &Table, plan: &Plan) -> GeneratedSql {
    let (target, columns, values) = (named(&table.relation), listed(plan), sources(plan, "s."));
    let (rows, overriding) = (rows(plan), overriding(plan));
    GeneratedSql::new(format!("insert into {target} ({columns}) {overriding}select {values} from {rows} order by s.n"))
}

/// Rows whose columns have the given values: those of the JSON array's one object, null where there is no value.
pub(in super::super) fn query(table: &Table, equal: &[(usize, bool)]) -> GeneratedSql {
    let with_value = equal.iter().enumerate().filter(|(_, (_, is_null))| !is_null);
    let typed: Vec<String> =
        with_value.map(|(number, (place, _))| format!("c{number} {}", table.columns[*place].declared)).collect();
    let values = match typed.as_slice() {
        [] => String::new(),
        typed => format!(", json_to_recordset($1::text::json) as s({})", typed.join(", ")),
    };
    let chosen = chosen(table, equal, |number| format!("s.c{number}"));
    let shown = table.columns.iter().map(|column| OutputColumn { label: column.label.clone(), kind: column.kind });
    let inner = format!("select t.* from {} t{values}{chosen}", named(&table.relation));
    objects(&inner, &shown.collect::<Vec<_>>())
}

/// An argument of a function: which parameter, and whether it is null. Values stand in one JSON object as `c0`, `c1` and so on.
pub(in super::super) type Argument<'f> = (&'f Parameter, bool);

/// The rows of a function.
pub(in super::super) fn function(function: &Function, given: &[Argument<'_>]) -> GeneratedSql {
    let (schema, name) = (function.schema.name(), quoted(&function.name));
    GeneratedSql::new(format!("select * from {schema}.{name}({})", arguments(given)))
}

/// A procedure, which answers with nothing.
pub(in super::super) fn call(function: &Function, given: &[Argument<'_>]) -> GeneratedSql {
    let (schema, name) = (function.schema.name(), quoted(&function.name));
    GeneratedSql::new(format!("call {schema}.{name}({})", arguments(given)))
}

/// The rows of another statement, each as one JSON object whose times and places are written as on SQLite.
pub(in super::super) fn objects(inner: &str, shown: &[OutputColumn]) -> GeneratedSql {
    let names: Vec<String> = (0..shown.len()).map(|place| format!("c{place}")).collect();
    let fields: Vec<String> = shown
        .iter()
        .zip(&names)
        .filter(|(column, _)| column.kind != ColumnKind::Void)
        .map(|(column, name)| format!("{} as {}", written(name, column.kind), quoted(&column.label)))
        .collect();
    GeneratedSql::new(format!(
        "select to_json(x)::text from (select {} from ({inner}) i({})) x",
        fields.join(", "),
        names.join(", ")
    ))
}

fn written(name: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Time => format!(r#"to_char(i.{name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#),
        ColumnKind::LocalTime => format!(r#"to_char(i.{name}, 'YYYY-MM-DD"T"HH24:MI:SS.US')"#),
        ColumnKind::Geometry => format!("ST_AsEWKT(i.{name})"),
        _ => format!("i.{name}"),
    }
}

fn arguments(given: &[Argument<'_>]) -> String {
    let one = |(place, (parameter, is_null)): (usize, &Argument<'_>)| {
        let (name, declared) = (quoted(&parameter.name), &parameter.declared);
        match (is_null, parameter.kind) {
            (true, _) => format!("{name} => null::{declared}"),
            (false, ColumnKind::Json) => format!("{name} => ($1::text::json -> 'c{place}')::{declared}"),
            (false, _) => format!("{name} => ($1::text::json ->> 'c{place}')::{declared}"),
        }
    };
    given.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
}

/// The source: one row per object, numbered from 1.
fn rows(plan: &Plan) -> String {
    let typed: Vec<String> =
        plan.columns.iter().enumerate().map(|(place, column)| format!("c{place} {}", column.declared)).collect();
    format!(
        "rows from (json_to_recordset($1::text::json) as ({})) with ordinality as s({}, n)",
        typed.join(", "),
        sources(plan, "")
    )
}

fn overriding(plan: &Plan) -> &'static str {
    if plan.columns.iter().any(|column| column.is_identity_always) { "overriding system value " } else { "" }
}
