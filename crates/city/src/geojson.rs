//! Reads a GeoJSON FeatureCollection feature by feature, so that only one feature is in memory at a time.

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::cell::Cell;
use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;

/// Passes each feature on with the line where it ends, until `take` breaks. Returns the member `crs` of older files; `None`
/// after a break.
pub(crate) fn read_features<F: DeserializeOwned>(
    input: impl Read,
    take: &mut dyn FnMut(u64, F) -> ControlFlow<()>,
) -> Result<Option<Value>, serde_json::Error> {
    let (lines, is_stopped) = (Cell::new(1), Cell::new(false));
    let mut json = serde_json::Deserializer::from_reader(LineCounter { inner: input, lines: &lines });
    let collection = Collection { lines: &lines, is_stopped: &is_stopped, take };
    match collection.deserialize(&mut json).and_then(|crs| json.end().map(|()| crs)) {
        Err(_) if is_stopped.get() => Ok(None),
        result => result,
    }
}

/// Counts lines. serde_json reads one byte at a time, so the count is exact.
struct LineCounter<'a, R> {
    inner: R,
    lines: &'a Cell<u64>,
}

impl<R: Read> Read for LineCounter<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.inner.read(buffer)?;
        let ends = buffer[..length].iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        self.lines.set(self.lines.get() + ends);
        Ok(length)
    }
}

/// The outermost object; everything except its features and `crs` is ignored.
struct Collection<'a, F> {
    lines: &'a Cell<u64>,
    is_stopped: &'a Cell<bool>,
    take: &'a mut dyn FnMut(u64, F) -> ControlFlow<()>,
}

impl<'de, F: DeserializeOwned> DeserializeSeed<'de> for Collection<'_, F> {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Option<Value>, D::Error> {
        input.deserialize_map(self)
    }
}

impl<'de, F: DeserializeOwned> Visitor<'de> for Collection<'_, F> {
    type Value = Option<Value>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "an object with features")
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<Option<Value>, M::Error> {
        let (mut has_features, mut crs) = (false, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "features" => {
                    has_features = true;
                    map.next_value_seed(Features(&mut self))?;
                }
                "crs" => crs = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if has_features { Ok(crs) } else { Err(serde::de::Error::custom("no \"features\" found")) }
    }
}

struct Features<'a, 'b, F>(&'a mut Collection<'b, F>);

impl<'de, F: DeserializeOwned> DeserializeSeed<'de> for Features<'_, '_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<(), D::Error> {
        input.deserialize_seq(self)
    }
}

impl<'de, F: DeserializeOwned> Visitor<'de> for Features<'_, '_, F> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a list of features")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut all: S) -> Result<(), S::Error> {
        while let Some(feature) = all.next_element::<F>()? {
            if (self.0.take)(self.0.lines.get(), feature).is_break() {
                self.0.is_stopped.set(true);
                return Err(serde::de::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}
