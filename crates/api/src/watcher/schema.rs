//! The OpenAPI schemas of a watcher's fields, generated from their declaration in [`FIELDS`].

use super::fields::{required, with_process_existing};
use serde_json::Value;
use std::borrow::Cow;
use stormwire_store::tables::watcher::{FIELDS, FieldRule, FieldSpec, MAX_LIST_LENGTH, WatcherFields, WatcherKind};
use utoipa::openapi::schema::{AdditionalProperties, KnownFormat, Object, Schema, SchemaFormat, SchemaType, Type};
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr};
use utoipa::{Number, PartialSchema, ToSchema};

const NO_CONTROL_CHARACTERS: &str = r"^[^\x00-\x1f\x7f-\x9f]*$";
const ADDRESS: &str = r"^[^@\s]+@\S+$";

/// The fields in a response.
pub(super) struct WatcherFieldsSchema;

/// The body that creates or replaces a watcher of a mailbox.
pub(crate) struct WatcherInput;

/// The body that creates or replaces a watcher of status changes.
pub(crate) struct StatusWatcherInput;

/// The body that creates or replaces a watcher of files.
pub(crate) struct FileWatcherInput;

/// The body that creates or replaces a watcher of a mailbox or of status changes.
pub(crate) struct AnyWatcherInput;

/// A merge patch of a watcher.
pub(crate) struct WatcherPatch;

/// Descriptions of fields in responses that differ from those in requests.
const IN_RESPONSES: [(&str, &str); 17] = [
    ("folderPath", "Names from the root, separated by `/`."),
    ("folderId", "The provider's id of the folder; null until it is resolved from `folderPath`."),
    ("mode", "`Subscription` or `PollOnly`."),
    ("processExisting", "Whether mail or files from before the watcher was created are processed."),
    (
        "leaveUnmatched",
        "Whether messages that the filters reject, or files that the pattern does not match, stay in the folder.",
    ),
    ("senderAuthentication", "`None`, `Dmarc` or `Dkim`."),
    ("expectEveryMinutes", "If the watcher feeds strikes, a longer silence makes the feed unhealthy. Null: never."),
    ("resume", "`Manual` or `Automatic`."),
    (
        "kind",
        "`Mailbox`, `StatusEvent` or `File`. Fields of other kinds have their defaults; `mailboxAddress` is then empty.",
    ),
    ("facilityIds", "Whose status changes start the workflow. Null: those of all facilities."),
    ("statuses", "The new statuses that start the workflow. Null: all."),
    ("rings", "Whether changes of rings start it too."),
    ("folder", "The watched folder. Null for other kinds."),
    ("pattern", "Which names start the workflow."),
    ("rescanSeconds", "Seconds between two scans of the folder."),
    ("stableSeconds", "A file is read after it has not changed for this long."),
    ("maxFileMb", "Larger files fail."),
];

impl PartialSchema for WatcherFieldsSchema {
    fn schema() -> RefOr<Schema> {
        // A field that is null without a value may always be null.
        let example = serde_json::to_value(with_process_existing(WatcherFields::new("", ""))).unwrap_or_default();
        let mut object = ObjectBuilder::new().description(Some("The settings of a watcher."));
        for field in FIELDS {
            let description = IN_RESPONSES.iter().find(|(name, _)| *name == field.name).map_or("", |(_, text)| text);
            let is_nullable = example[field.name].is_null();
            // Empty for watchers without a mailbox.
            let maybe_empty = FieldSpec { rule: FieldRule::Line { min: 0, max: 320 }, ..*field };
            let field = if field.name == "mailboxAddress" { &maybe_empty } else { field };
            object = object.property(field.name, property(field, is_nullable, description));
            if !is_nullable {
                object = object.required(field.name);
            }
        }
        object.into()
    }
}

impl PartialSchema for WatcherInput {
    fn schema() -> RefOr<Schema> {
        input(WatcherKind::Mailbox)
    }
}

impl PartialSchema for StatusWatcherInput {
    fn schema() -> RefOr<Schema> {
        input(WatcherKind::StatusEvent)
    }
}

impl PartialSchema for FileWatcherInput {
    fn schema() -> RefOr<Schema> {
        input(WatcherKind::File)
    }
}

impl PartialSchema for AnyWatcherInput {
    fn schema() -> RefOr<Schema> {
        let of = |name: Cow<'static, str>| Ref::from_schema_name(name);
        OneOfBuilder::new().item(of(WatcherInput::name())).item(of(StatusWatcherInput::name())).into()
    }
}

fn input(kind: WatcherKind) -> RefOr<Schema> {
    let text = "The settings of a watcher. Null is the same as omitting a field. Read-only fields and fields of other kinds are \
                ignored, so that a response can be sent back.";
    let mut object = ObjectBuilder::new()
        .description(Some(text))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)));
    for field in FIELDS.iter().filter(|field| field.kinds.contains(&kind)) {
        let is_required = required(kind).contains(&field.name);
        let only_this_kind = FieldSpec { rule: FieldRule::Choice(std::slice::from_ref(kind_name(kind))), ..*field };
        let field = if field.name == "kind" { &only_this_kind } else { field };
        object = object.property(field.name, property(field, !is_required, field.description));
        if is_required {
            object = object.required(field.name);
        }
    }
    object.into()
}

const fn kind_name(kind: WatcherKind) -> &'static &'static str {
    match kind {
        WatcherKind::Mailbox => &"Mailbox",
        WatcherKind::StatusEvent => &"StatusEvent",
        WatcherKind::File => &"File",
    }
}

impl PartialSchema for WatcherPatch {
    fn schema() -> RefOr<Schema> {
        let text = "Merge patch: omitted fields stay unchanged, null clears a field.";
        let object = ObjectBuilder::new().description(Some(text));
        FIELDS.iter().fold(object, |object, field| object.property(field.name, property(field, true, ""))).into()
    }
}

impl ToSchema for WatcherFieldsSchema {
    fn name() -> Cow<'static, str> {
        "WatcherFields".into()
    }
}

impl ToSchema for WatcherInput {}

impl ToSchema for StatusWatcherInput {}

impl ToSchema for FileWatcherInput {}

impl ToSchema for AnyWatcherInput {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((WatcherInput::name().into(), WatcherInput::schema()));
        schemas.push((StatusWatcherInput::name().into(), StatusWatcherInput::schema()));
    }
}

impl ToSchema for WatcherPatch {}

fn property(field: &FieldSpec, is_nullable: bool, description: &str) -> RefOr<Schema> {
    let items = match field.rule {
        FieldRule::References => FieldSpec { rule: FieldRule::Reference, ..*field },
        FieldRule::Choices(choices) => FieldSpec { rule: FieldRule::Choice(choices), ..*field },
        _ => return scalar(field, is_nullable, description).into(),
    };
    ArrayBuilder::new()
        .schema_type(schema_type(Type::Array, is_nullable))
        .items(scalar(&items, false, ""))
        .min_items(Some(1))
        .max_items(Some(MAX_LIST_LENGTH))
        .description(Some(description).filter(|text| !text.is_empty()))
        .into()
}

fn scalar(field: &FieldSpec, is_nullable: bool, description: &str) -> Object {
    let mut schema = unlimited_property(field, is_nullable, description);
    match field.rule {
        FieldRule::Flag | FieldRule::References | FieldRule::Choices(_) => {}
        FieldRule::Reference => schema.minimum = Some(Number::Int(1)),
        FieldRule::Integer { min, max, .. } => {
            let limit = |value: i64| Some(Number::Int(isize::try_from(value).unwrap_or(isize::MAX)));
            schema.minimum = limit(min);
            schema.maximum = limit(max.min(i32::MAX.into()));
        }
        FieldRule::Choice(choices) => {
            let null = is_nullable.then_some(Value::Null);
            schema.enum_values = Some(choices.iter().map(|one| Value::from(*one)).chain(null).collect());
        }
        FieldRule::Line { min, max } => set_length(&mut schema, min, max, NO_CONTROL_CHARACTERS),
        FieldRule::Address { min, max } => set_length(&mut schema, min, max, ADDRESS),
        FieldRule::Text { max, .. } => schema.max_length = Some(max),
    }
    schema
}

fn set_length(schema: &mut Object, min: usize, max: usize, pattern: &str) {
    schema.min_length = Some(min).filter(|min| *min > 0);
    schema.max_length = Some(max);
    schema.pattern = Some(pattern.to_owned());
}

fn unlimited_property(field: &FieldSpec, is_nullable: bool, description: &str) -> Object {
    let (kind, format) = match field.rule {
        FieldRule::Flag => (Type::Boolean, None),
        FieldRule::References | FieldRule::Choices(_) => (Type::Array, None),
        FieldRule::Reference => (Type::Integer, Some(KnownFormat::Int64)),
        FieldRule::Integer { .. } => (Type::Integer, Some(KnownFormat::Int32)),
        FieldRule::Choice(_) | FieldRule::Line { .. } | FieldRule::Address { .. } | FieldRule::Text { .. } => {
            (Type::String, None)
        }
    };
    let description = Some(description).filter(|text| !text.is_empty());
    ObjectBuilder::new()
        .schema_type(schema_type(kind, is_nullable))
        .format(format.map(SchemaFormat::KnownFormat))
        .description(description)
        .build()
}

fn schema_type(kind: Type, is_nullable: bool) -> SchemaType {
    if is_nullable { SchemaType::from_iter([kind, Type::Null]) } else { SchemaType::new(kind) }
}
