//! The kind of a strike, from the words of the vendor. Every display, filter and mail uses this function.

/// Where a strike went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StrikeKind {
    /// It reached the ground.
    Ground,
    /// It stayed in the clouds.
    Cloud,
    /// The vendor's text names neither. It must not be shown as harmless.
    Unknown,
}

/// Words that name a ground strike. `cloud-to-ground` contains one of them.
const GROUND: [&str; 3] = ["ground", "cg", "c g"];
/// Words that name a strike in or between clouds, with a space between the parts.
const CLOUD: [&str; 7] = ["intracloud", "intra cloud", "in cloud", "cloud stroke", "cloud to cloud", "ic", "cc"];

impl StrikeKind {
    pub const ALL: [Self; 3] = [Self::Ground, Self::Cloud, Self::Unknown];

    /// Reads a vendor's type such as `Cloud-to-Ground` or `IC`. Whole words count, in any case; their parts are joined by
    /// hyphens, spaces or underscores. A text that names both is a ground strike, the more dangerous one.
    ///
    /// ```
    /// use stormwire_geo::StrikeKind;
    /// assert_eq!(StrikeKind::from_vendor_text("Cloud-to-Ground"), StrikeKind::Ground);
    /// assert_eq!(StrikeKind::from_vendor_text("IC"), StrikeKind::Cloud);
    /// assert_eq!(StrikeKind::from_vendor_text("background"), StrikeKind::Unknown);
    /// ```
    pub fn from_vendor_text(text: &str) -> Self {
        let words = split_words(text);
        let names = |terms: &[&str]| terms.iter().any(|term| words.contains(&format!(" {term} ")));
        if names(&GROUND) {
            Self::Ground
        } else if names(&CLOUD) {
            Self::Cloud
        } else {
            Self::Unknown
        }
    }

    /// The name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ground => "ground",
            Self::Cloud => "cloud",
            Self::Unknown => "unknown",
        }
    }

    /// The kind with this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }
}

/// The words in lower case, each between single spaces. Other characters than joints separate terms: they become words
/// that no term has.
fn split_words(text: &str) -> String {
    let mut words = String::from(" ");
    for character in text.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            words.push(character);
        } else {
            if !words.ends_with(' ') {
                words.push(' ');
            }
            if !is_joint(character) {
                words.push_str("| ");
            }
        }
    }
    words.push(' ');
    words
}

/// Whether the character may join the parts of a term: a hyphen of any width, white space or an underscore.
fn is_joint(character: char) -> bool {
    character.is_whitespace() || matches!(character, '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn whole_words_decide_and_ground_wins() {
        use StrikeKind::{Cloud, Ground, Unknown};
        for (text, kind) in [
            ("ground", Ground),
            ("Ground Stroke Lightning", Ground),
            ("GROUND_STROKE", Ground),
            ("Cloud-to-Ground", Ground),
            ("cloud to ground", Ground),
            ("Cloud_To_Ground", Ground),
            ("cloud\u{2011}to\u{2011}ground", Ground),
            ("CG", Ground),
            ("+CG", Ground),
            ("(cg)", Ground),
            ("C-G", Ground),
            ("c_g stroke", Ground),
            ("Type: ground.", Ground),
            ("IC/CG", Ground),
            ("Cloud Stroke, ground", Ground),
            ("intra-cloud to ground", Ground),
            ("Cloud Stroke Lightning", Cloud),
            ("cloud_stroke", Cloud),
            ("Intracloud", Cloud),
            ("INTRA-CLOUD", Cloud),
            ("intra cloud", Cloud),
            ("in-cloud", Cloud),
            ("In  Cloud", Cloud),
            ("in - cloud flash", Cloud),
            ("Cloud-to-Cloud", Cloud),
            ("cloud to cloud", Cloud),
            ("IC", Cloud),
            ("cc", Cloud),
            ("Pulse (IC)", Cloud),
            ("", Unknown),
            ("   ", Unknown),
            ("Lightning", Unknown),
            ("Cloud", Unknown),
            ("cloudstroke", Unknown),
            ("cloud, stroke", Unknown),
            ("ICE", Unknown),
            ("ACCESS", Unknown),
            ("background", Unknown),
            ("grounded", Unknown),
            ("underground", Unknown),
            ("CG1", Unknown),
            ("C", Unknown),
            ("G-C", Unknown),
            ("c/g", Unknown),
            ("éic", Unknown),
        ] {
            assert_eq!(StrikeKind::from_vendor_text(text), kind, "{text:?}");
        }
    }

    #[test]
    fn a_name_is_read_back_in_any_case() {
        for kind in StrikeKind::ALL {
            assert_eq!(StrikeKind::from_name(&kind.name().to_uppercase()), Some(kind));
        }
        assert_eq!(StrikeKind::from_name("sky"), None);
    }

    proptest! {
        #[test]
        fn case_and_joints_do_not_matter(
            before in "[a-z0-9 ]{0,12}", joint in "[-_ ]{1,3}", after in "[a-z0-9 ]{0,12}", term in 0..CLOUD.len(),
        ) {
            let plain = format!("{before} {} {after}", CLOUD[term]);
            let kind = StrikeKind::from_vendor_text(&plain);
            prop_assert_ne!(kind, StrikeKind::Unknown);
            let joined = format!("{before} {} {after}", CLOUD[term].replace(' ', &joint));
            prop_assert_eq!(StrikeKind::from_vendor_text(&joined.to_uppercase()), kind);
        }

        #[test]
        fn characters_around_a_word_hide_it(before in "[a-z]{1,4}", after in "[a-z]{1,4}") {
            let text = format!("{before}ground{after}");
            prop_assert_eq!(StrikeKind::from_vendor_text(&text), StrikeKind::Unknown);
        }
    }
}
