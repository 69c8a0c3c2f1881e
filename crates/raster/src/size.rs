/// The size of an image in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageSize {
    pub width: u32,
    pub height: u32,
}

impl ImageSize {
    pub(crate) fn pixel_count(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}
