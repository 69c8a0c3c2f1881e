//! Every layout is built as a person builds it in the workbench: from a suggested layout and from the marked values of its first
//! record. `web/journeys/layouts.spec.ts` does it in a browser with one layout of each kind.

use indexmap::IndexMap;
use serde_json::Value;
use stormwire_extract::suggest::{LayoutSuggestion, layouts as suggest_layouts};
use stormwire_extract::{ExtractConfig, Extractor, FieldSpec, SegmentSpec};

use crate::folder::{Layout, Mail, layouts};
use crate::results::STRIKE_FIELDS;
use crate::suggestions::{CITY_ZONE, suggested_field_in};

#[test]
fn marked_values_build_every_layout() {
    let layouts = layouts();
    let failure = |layout: &Layout| build_and_extract(layout).err().map(|error| format!("{}: {error}", layout.name));
    let failures: Vec<String> = layouts.iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn build_and_extract(layout: &Layout) -> Result<(), String> {
    let mail = layout.mails.first().expect("a mail");
    let extractor = Extractor::new(&build(layout, mail)?).map_err(|error| format!("{error:?}"))?;
    let extraction = extractor.extract(&mail.text, mail.source, &mut || false).map_err(|error| error.to_string())?;
    let extraction = serde_json::to_value(&extraction).expect("JSON");
    let (found, expected) = (strikes(&extraction), strikes(&mail.expected));
    if found == expected { Ok(()) } else { Err(format!("{found:?} instead of {expected:?}")) }
}

fn build(layout: &Layout, mail: &Mail) -> Result<ExtractConfig, String> {
    let segment = suggested_segment(layout, mail)?;
    let mut fields = IndexMap::new();
    for name in STRIKE_FIELDS {
        let field = suggested_field(layout, mail, &segment, name)?;
        let own = layout.config.fields.get(name).expect("a field of the layout");
        fields.insert(name.to_owned(), with_typed_settings(field, own));
    }
    Ok(ExtractConfig { op: layout.config.op.clone(), segment, fields })
}

/// A person chooses by the number of records and by the first one.
fn suggested_segment(layout: &Layout, mail: &Mail) -> Result<SegmentSpec, String> {
    let name = layout.description["marks"]["Name"].as_str().expect("a marked name");
    let is_right =
        |choice: &LayoutSuggestion| mail.expected["Count"] == choice.count && choice.samples[0].contains(name);
    let choices = suggest_layouts(&mail.text, mail.source, &mut || false);
    let right = choices.into_iter().find(is_right);
    right.map(|choice| choice.segment).ok_or_else(|| "no suggestion has all records with their names".to_owned())
}

/// The first way that reads all records.
fn suggested_field(layout: &Layout, mail: &Mail, segment: &SegmentSpec, name: &str) -> Result<FieldSpec, String> {
    let best = suggested_field_in(CITY_ZONE, layout, mail, segment, name);
    let best = best.map_err(|error| format!("{name}: {error}"))?;
    if best.found == best.count {
        return Ok(best.field);
    }
    let way = best.alternatives.into_iter().find(|way| way.found == best.count);
    way.map(|way| way.field).ok_or_else(|| format!("{name}: no way reads all {} records", best.count))
}

/// What a person types into the form: the time zone, and values for codes. No pattern.
fn with_typed_settings(field: FieldSpec, own: &FieldSpec) -> FieldSpec {
    FieldSpec { time_zone: own.time_zone.clone(), map: own.map.clone(), map_default: own.map_default.clone(), ..field }
}

fn strikes(extraction: &Value) -> Vec<[&Value; 5]> {
    let items = extraction["Items"].as_array().expect("items");
    items.iter().map(|item| STRIKE_FIELDS.map(|name| &item[name])).collect()
}
