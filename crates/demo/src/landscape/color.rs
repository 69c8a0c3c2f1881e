/// Red, green, blue.
pub(super) type Color = [u8; 3];

/// The same color, brighter for factors above 1.
pub(super) fn scale_brightness(color: Color, factor: f32) -> Color {
    color.map(|value| to_byte(f32::from(value) * factor))
}

/// `share` 0 gives the first color, 1 the second.
pub(super) fn mix_colors(first: Color, second: Color, share: f32) -> Color {
    let mut mixed = first;
    for (value, second) in mixed.iter_mut().zip(second) {
        *value = to_byte(f32::from(*value) + (f32::from(second) - f32::from(*value)) * share);
    }
    mixed
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
pub(super) fn to_byte(value: f32) -> u8 {
    (value + 0.5).clamp(0.0, 255.0) as u8
}
