//! A row of a section: what was measured, what it is compared with, and its aims.

use super::aim::{Aim, Verdict};
use super::measured::{Measured, Spread};
use super::number::number;
use super::unit::Unit;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    pub name: String,
    pub unit: Unit,
    pub value: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<Peer>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aims: Vec<Aim>,
}

/// Another program, or another way, measured in the same run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Peer {
    pub name: String,
    pub value: f64,
}

impl Row {
    pub fn new(name: impl Into<String>, unit: Unit, measured: impl Into<Measured>) -> Self {
        let Measured { value, spread } = measured.into();
        Self { name: name.into(), unit, value, spread, peer: None, aims: Vec::new() }
    }

    pub fn per_second(name: impl Into<String>, measured: impl Into<Measured>) -> Self {
        Self::new(name, Unit::PerSecond, measured)
    }

    pub fn milliseconds(name: impl Into<String>, measured: impl Into<Measured>) -> Self {
        Self::new(name, Unit::Milliseconds, measured)
    }

    /// Adds what a peer achieved, in the same unit.
    #[must_use]
    pub fn against(mut self, peer: impl Into<String>, value: impl Into<Measured>) -> Self {
        self.peer = Some(Peer { name: peer.into(), value: value.into().value });
        self
    }

    #[must_use]
    pub fn aim(mut self, aim: Aim) -> Self {
        self.aims.push(aim);
        self
    }

    /// How many times as good as the peer: as fast, as small.
    pub fn ratio(&self) -> Option<f64> {
        let peer = self.peer.as_ref()?;
        Some(if self.unit.is_higher_better() { self.value / peer.value } else { peer.value / self.value })
    }

    pub fn verdict(&self) -> Verdict {
        match self.aims.as_slice() {
            [] => Verdict::NoAim,
            aims if aims.iter().all(|aim| aim.is_met(self.value, self.ratio())) => Verdict::Met,
            _ => Verdict::Missed,
        }
    }

    /// A line of the table.
    pub(super) fn markdown(&self) -> String {
        let spread = self.spread.map_or_else(|| "–".to_owned(), Spread::text);
        let aim = if self.aims.is_empty() { "–".to_owned() } else { self.aims_text() };
        let ratio = self.ratio().map(|ratio| format!("{} times {}", number(ratio), self.peer_name()));
        let ratio = ratio.unwrap_or_else(|| "–".to_owned());
        format!("| {} | {} | {spread} | {aim} | {ratio} | {} |\n", self.name, self.result(), self.verdict())
    }

    pub(super) fn result(&self) -> String {
        self.unit.label(&number(self.value))
    }

    pub(super) fn aims_text(&self) -> String {
        self.aims.iter().map(|aim| aim.text(self.unit, self.peer_name())).collect::<Vec<_>>().join(", ")
    }

    fn peer_name(&self) -> &str {
        self.peer.as_ref().map_or("the peer", |peer| peer.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratio_says_how_much_better_whatever_the_unit() {
        assert_eq!(Row::per_second("ours", 200.0).against("nginx", 100.0).ratio(), Some(2.0));
        assert_eq!(Row::milliseconds("ours", 5.0).against("PostGIS", 50.0).ratio(), Some(10.0));
        assert_eq!(Row::new("ours", Unit::Kibibytes, 10.0).against("nchan", 5.0).ratio(), Some(0.5));
        assert_eq!(Row::per_second("ours", 200.0).ratio(), None);
    }

    #[test]
    fn lines_have_result_spread_aim_ratio_and_verdict() {
        let row = Row::per_second("stormwire", Measured::rounds(&[36_000.0, 35_000.0, 37_000.0]));
        let row = row.against("nginx", 40_000.0).aim(Aim::RatioAtLeast(1.0));
        assert_eq!(
            row.markdown(),
            "| stormwire | 36,000/s | 35,000–37,000 in 3 rounds | ≥ 1 times nginx | 0.900 times nginx | **missed** |\n"
        );
        assert_eq!(Row::milliseconds("nginx", 1.5).markdown(), "| nginx | 1.50 ms | – | – | – | no aim |\n");
    }
}
