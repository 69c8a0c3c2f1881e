//! Reads JSON values into types, and takes no array where the schema has an object.
//!
//! Serde fills a struct also from an array, by position. Clients that send one by mistake would store values in the wrong
//! fields.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};

/// A value whose structs must be objects, at any depth.
pub struct ObjectsOnly(pub Value);

impl<'de> Deserializer<'de> for ObjectsOnly {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(ObjectsOnly));
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            Value::Object(fields) => {
                let mut fields =
                    MapDeserializer::new(fields.into_iter().map(|(name, value)| (name, ObjectsOnly(value))));
                let value = visitor.visit_map(&mut fields)?;
                fields.end()?;
                Ok(value)
            }
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(_) => Err(Error::custom("must be a JSON object, not an array")),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for ObjectsOnly {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Point {
        x: f64,
        y: Option<i32>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Facility {
        name: String,
        point: Option<Point>,
        #[serde(default)]
        others: Vec<Point>,
    }

    #[test]
    fn structs_are_read_from_objects_only() {
        let read = |value| Facility::deserialize(ObjectsOnly(value)).map_err(|error| error.to_string());
        let whole = json!({"name": "Pool", "point": {"x": 1, "y": 2}, "others": [{"x": 0.5}]});
        let expected = Facility {
            name: "Pool".into(),
            point: Some(Point { x: 1.0, y: Some(2) }),
            others: vec![Point { x: 0.5, y: None }],
        };
        assert_eq!(read(whole), Ok(expected));
        let rejected = Err("must be a JSON object, not an array".to_owned());
        for array in [
            json!(["Pool", null, []]),
            json!({"name": "Pool", "point": [1, 2]}),
            json!({"name": "Pool", "others": [[1, 2]]}),
        ] {
            assert_eq!(read(array.clone()), rejected, "{array}");
        }
        assert!(read(json!({"name": "Pool", "depth": 3})).is_err_and(|text| text.contains("unknown field `depth`")));
        assert!(read(json!({"name": 7})).is_err_and(|text| text.contains("expected a string")));
    }
}
