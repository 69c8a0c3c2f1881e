//! The keys of a JSON object, read from a text that may be cut off or not quite JSON.

/// Objects are small. A longer one is read up to here.
const MAX_OBJECT_BYTES: usize = 20_000;
const MAX_KEYS: usize = 16;

/// The keys of the object that starts at the first character, without those of objects inside it.
pub(super) fn own_keys(object: &str) -> Vec<&str> {
    let object = object.get(..object.floor_char_boundary(MAX_OBJECT_BYTES.min(object.len()))).unwrap_or_default();
    let mut keys = Vec::new();
    let (mut depth, mut position) = (0_usize, 0);
    while let Some(byte) = object.as_bytes().get(position) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let end = string_end(object, position + 1);
                let after = object.get(end + 1..).unwrap_or_default().trim_start();
                if depth == 1 && after.starts_with(':') && keys.len() < MAX_KEYS {
                    keys.extend(object.get(position + 1..end));
                }
                position = end;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
        position += 1;
    }
    keys
}

/// The position of the quote that ends a string, or the end of the text.
fn string_end(text: &str, start: usize) -> usize {
    let mut is_escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return index,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::own_keys;

    #[test]
    fn lists_the_keys_of_the_outer_object_only() {
        let object =
            r#"{"time": "16:42 \"x\": 1", "at": {"lat": 1, "lon": [2, {"z": 3}]}, "kind": "CG"}, {"other": 1}"#;
        assert_eq!(own_keys(object), ["time", "at", "kind"]);
        assert_eq!(own_keys(r#"{"open": "#), ["open"]);
        assert!(own_keys("").is_empty());
    }
}
