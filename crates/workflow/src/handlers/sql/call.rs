//! Procedures by name: `Execute`, and `Query` where the target is no table or view.

use super::config::{Config, Verb, same};
use super::error::{SqlError, shown};
use super::once::OnceRequest;
use super::procedure::{Procedure, ProcedureError};
use super::statement::postgres::{self, Argument};
use super::target::{functions, missing};
use super::{Sql, answer, merge, once, source, value};
use crate::{Context, StepRun, StepSummary};
use futures_util::FutureExt;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stormwire_store::user_tables::catalog::{ColumnKind, Function, Parameter};
use stormwire_store::user_tables::generated::{OutputColumn, QueryRows, describe, execute};
use stormwire_store::{Conn, Dialect};

/// The parameter that takes the rows at `Op.Source`.
const ROWS: &str = "rows";

impl Sql {
    pub(super) async fn execute(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, SqlError> {
        if let Some(table) = self.table(&config).await? {
            return Err(SqlError::Unfit(format!("{} is no procedure; Execute needs one", table.label())));
        }
        let given = given(&config, step.context)?;
        let request = json!({"Action": "Execute", "Target": config.op.target.to_lowercase(), "Given": given});
        let (key, force) = (step.effect_key(&request), step.force);
        let expected = config.op.expect_rows;
        let done = match self.store.dialect() {
            Dialect::Sqlite => {
                let schema = self.procedures.find(config.target())?.schema();
                // It reads other files than the one that keeps its key, and writes none.
                let output = answer::output(self.called(&config, given).await?, expected)?;
                self.once(OnceRequest { key, force, schema, lock_table: None }, move |_| {
                    async move { Ok(output) }.boxed()
                })
                .await?
            }
            Dialect::Postgres => {
                let function = choose(&self.functions().await?, &config, &given)?;
                let request = OnceRequest { key, force, schema: function.schema, lock_table: None };
                let work = Arc::new((function, given));
                let done = self.once(request, move |conn| {
                    async move {
                        let (function, given) = &*work;
                        answer::output(call_postgres(conn, function, given).await?, expected)
                    }
                    .boxed()
                });
                done.await?
            }
        };
        let (output, words) = once::told(done, |output| {
            let rows = merge::counted(output["Count"].as_u64().unwrap_or(0));
            format!("{} called: {rows}", config.op.target)
        });
        if let Some(key) = config.output() {
            step.context.set(key, output);
        }
        Ok(StepSummary::new(words))
    }

    /// The rows of a procedure that only reads.
    pub(super) async fn called(&self, config: &Config, given: Vec<(String, Value)>) -> Result<Vec<Value>, SqlError> {
        match self.store.dialect() {
            Dialect::Sqlite => {
                let procedure = self.procedures.find(config.target())?.clone();
                let look = self
                    .store
                    .read_as_workflow(move |conn| async move { call_rust(&procedure, conn, given).await }.boxed());
                look.await
            }
            Dialect::Postgres => {
                let function = choose(&self.functions().await?, config, &given)?;
                let look = self
                    .store
                    .read_as_workflow(move |conn| async move { call_postgres(conn, &function, &given).await }.boxed());
                look.await
            }
        }
    }
}

/// What a procedure is given: named values, and the rows where there are any.
pub(super) fn given(config: &Config, context: &Context) -> Result<Vec<(String, Value)>, SqlError> {
    let mut given = config.parameters(context).map_err(SqlError::Step)?;
    if let Some(path) = config.source() {
        let rows = source::records(path, context)?.to_vec();
        given.push((ROWS.to_owned(), Value::Array(rows)));
    }
    Ok(given)
}

/// The names of what it will be given.
pub(super) fn names(config: &Config) -> impl Iterator<Item = String> {
    let named = config.data.keys().cloned().chain(config.field_map.keys().map(str::to_owned));
    named.chain(config.source().map(|_| ROWS.to_owned()))
}

/// Calls one that is served in Rust.
async fn call_rust(
    procedure: &Arc<dyn Procedure>,
    conn: &mut Conn,
    given: Vec<(String, Value)>,
) -> Result<Vec<Value>, SqlError> {
    let arguments = arguments_of(procedure.as_ref(), given)?;
    procedure.call(conn, arguments).await.map_err(|error| match error {
        ProcedureError::Store(error) => SqlError::Store(error),
        ProcedureError::Arguments(why) => {
            SqlError::Unfit(format!("{}.{}: {why}", procedure.schema().name(), procedure.name()))
        }
    })
}

/// What is given, under the names of the parameters.
pub(super) fn arguments_of(
    procedure: &dyn Procedure,
    given: Vec<(String, Value)>,
) -> Result<Map<String, Value>, SqlError> {
    let takes = procedure.parameters();
    let mut arguments = Map::new();
    let names: Vec<String> = given.iter().map(|(name, _)| name.clone()).collect();
    for (name, value) in given {
        let Some(parameter) = takes.iter().find(|parameter| same(parameter, &name)) else {
            let target = format!("{}.{}", procedure.schema().name(), procedure.name());
            return Err(SqlError::Parameters { target, takes: takes.join(", "), given: names.join(", ") });
        };
        arguments.insert((*parameter).to_owned(), value);
    }
    Ok(arguments)
}

/// The function of PostgreSQL that takes what is given.
pub(super) fn choose(all: &[Function], config: &Config, given: &[(String, Value)]) -> Result<Function, SqlError> {
    let target = config.target();
    let named = functions(all, target);
    if named.is_empty() {
        let known = all.iter().map(|one| format!("{}.{}", one.schema.name(), one.name));
        return Err(missing("table, view or procedure", target, known));
    }
    let fitting: Vec<&&Function> = named.iter().filter(|function| fits(function, given)).collect();
    let [function] = fitting.as_slice() else {
        let takes: Vec<String> = named.iter().map(|function| signature(function)).collect();
        let given: Vec<&str> = given.iter().map(|(name, _)| name.as_str()).collect();
        let target = format!("{}.{}", named[0].schema.name(), named[0].name);
        return Err(SqlError::Parameters { target, takes: takes.join(" or "), given: given.join(", ") });
    };
    if function.is_procedure && config.op.action == Verb::Query {
        return Err(SqlError::Unfit(format!("{} is a procedure; call it with Execute", function.name)));
    }
    Ok((**function).clone())
}

fn fits(function: &Function, given: &[(String, Value)]) -> bool {
    let known = |(name, _): &(String, Value)| function.parameters.iter().any(|one| same(&one.name, name));
    let needed = function.parameters.len().saturating_sub(function.defaults);
    let is_given = |one: &Parameter| given.iter().any(|(name, _)| same(&one.name, name));
    given.iter().all(known) && function.parameters[..needed].iter().all(is_given)
}

fn signature(function: &Function) -> String {
    let names: Vec<String> = function.parameters.iter().map(|one| format!("{} {}", one.name, one.declared)).collect();
    format!("({})", names.join(", "))
}

/// Calls a function of PostgreSQL. One that answers with JSON answers with the rows in it.
async fn call_postgres(
    conn: &mut Conn,
    function: &Function,
    given: &[(String, Value)],
) -> Result<Vec<Value>, SqlError> {
    let (arguments, values) = arguments(function, given)?;
    let values = (!arguments.is_empty()).then_some(values);
    if function.is_procedure {
        execute(conn, &postgres::call(function, &arguments), values.as_deref()).await?;
        return Ok(Vec::new());
    }
    let call = postgres::function(function, &arguments);
    let shown = describe(conn, &call).await?;
    if shown.iter().all(|column| column.kind == ColumnKind::Void) {
        execute(conn, &call, values.as_deref()).await?;
        return Ok(Vec::new());
    }
    let answer = answer::read_objects(conn, &call, values.as_deref(), &shown).await?;
    Ok(unwrapped(answer, &shown))
}

fn arguments<'f>(function: &'f Function, given: &[(String, Value)]) -> Result<(Vec<Argument<'f>>, String), SqlError> {
    let (mut arguments, mut values) = (Vec::new(), Map::new());
    for (name, given) in given {
        let Some(parameter) = function.parameters.iter().find(|one| same(&one.name, name)) else { continue };
        // Rows for a parameter of text are the JSON text of the rows.
        let is_rows_as_text = matches!(parameter.kind, ColumnKind::Text(_)) && given.is_array() && same(name, ROWS);
        let kind = if is_rows_as_text { ColumnKind::JsonText } else { parameter.kind };
        let refuse = |why: String| SqlError::Parameter { name: name.clone(), value: shown(given), why };
        let value = value::brought(given, kind).map_err(refuse)?;
        values.insert(format!("c{}", arguments.len()), value.clone());
        arguments.push((parameter, value.is_null()));
    }
    Ok((arguments, Value::Object(values).to_string()))
}

fn unwrapped(answer: QueryRows, shown: &[OutputColumn]) -> Vec<Value> {
    let [OutputColumn { label, kind: ColumnKind::Json }] = shown else { return answer.rows };
    let inner = answer.rows.into_iter().map(|mut row| row[label].take());
    inner
        .flat_map(|value| match value {
            Value::Array(rows) => rows,
            Value::Null => Vec::new(),
            other => vec![other],
        })
        .collect()
}
