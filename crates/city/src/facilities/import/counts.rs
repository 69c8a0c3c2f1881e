//! What an import did.

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportedFacilities {
    pub added: u64,
    pub updated: u64,
    pub unchanged: u64,
}

impl ImportedFacilities {
    pub fn total(self) -> u64 {
        self.added + self.updated + self.unchanged
    }
}
