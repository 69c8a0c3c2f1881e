use jiff::Timestamp;
use stormwire_geo::LonLat;

/// The vendor's alert class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlertClass {
    /// Near the city.
    Alert,
    /// Farther away.
    Warning,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StrokeType {
    /// From cloud to cloud.
    Cloud,
    /// From cloud to ground.
    Ground,
}

impl AlertClass {
    /// The name in the vendor's emails.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alert => "ALERT",
            Self::Warning => "WARNING",
        }
    }
}

impl StrokeType {
    /// The name in the vendor's emails.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cloud => "Cloud Stroke Lightning",
            Self::Ground => "Ground Stroke Lightning",
        }
    }
}

/// A strike as the vendor reports it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VendorStrike {
    /// In whole seconds.
    pub at: Timestamp,
    /// In millionths of a degree.
    pub position: LonLat,
    pub class: AlertClass,
    pub stroke: StrokeType,
}
