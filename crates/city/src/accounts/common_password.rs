//! Recognizes passwords that attackers try first: common words, keyboard rows, sequences and repetitions, also with digits
//! around them or instead of characters. Pure.

/// In lower case.
const WORDS: &str = "
    abc access account admin administrator alert alerts amber apple april august autumn baseball basketball batman
    changeit changeme city cloud code computer county cookie dallas december default demo department dragon emergency
    enter facility fall february fire flower football freedom friday friend ginger guest hello hockey holiday home
    house internet iloveyou january july june jordan killer letmein lightning login love mailbox manager march master
    michael mayor me monday monkey mustang my network new october november office operator orange pass passphrase
    password passwords passwort pepper please police princess private purple qwerty qwertz azerty rain root safety
    saturday secret secure security september server service setup shadow soccer spring standard starwars storm
    stormwire summer sunday sunshine superman superuser support system temp temporary test tester testing the
    thunder thursday time today tuesday unknown user username viewer weather wednesday welcome winter word work
    yellow you your zxcvbn
";

/// Read in both directions.
const ROWS: [&str; 6] =
    ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop"];

pub(super) fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    is_repetition(&lower)
        || [without_digits(&lower), without_digits(&undo_substitutions(&lower))].iter().any(|text| is_weak(text))
}

/// Nothing but digits and punctuation is weak, too.
fn is_weak(stem: &str) -> bool {
    stem.is_empty() || is_word(stem)
}

fn is_word(text: &str) -> bool {
    let is_in_row = |row: &str| {
        let reversed: String = row.chars().rev().collect();
        row.contains(text) || reversed.contains(text)
    };
    WORDS.split_whitespace().any(|word| word == text) || text.len() >= 3 && ROWS.iter().any(|row| is_in_row(row))
}

/// Whether it repeats a part of at most 4 characters, or uses at most 3 different characters.
fn is_repetition(text: &str) -> bool {
    let all: Vec<char> = text.chars().collect();
    let repeats = |length: usize| all.len() > length && all.iter().zip(&all[length..]).all(|(a, b)| a == b);
    let mut different = all.clone();
    different.sort_unstable();
    different.dedup();
    different.len() <= 3 || (1..=4).any(repeats)
}

fn without_digits(text: &str) -> String {
    text.chars().filter(|character| character.is_alphabetic()).collect()
}

/// Undoes usual substitutions. Digits at the end are a number.
fn undo_substitutions(text: &str) -> String {
    let original = |character| match character {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    text.trim_end_matches(|character: char| !character.is_alphabetic()).chars().map(original).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_of_attackers_are_common() {
        for password in [
            "password1234",
            "P@ssw0rd2026!",
            "Welcome12345",
            "qwertyuiop12",
            "123456789012",
            "000000000000",
            "abcabcabcabc",
            "aaaaaaaaaaaa",
            "abcdefghijkl",
            "Summer2026!!",
            "stormwire2026",
            "changeme1234",
            "2026-11-16-0000",
            "zyxwvutsrqpo",
        ] {
            assert!(is_common(password), "{password}");
        }
    }

    #[test]
    fn phrases_of_other_words_are_not_common() {
        for password in [
            "correct horse battery",
            "another password",
            "operator-password",
            "Tulip-Kettle-93",
            "kX9#vLq2m!Rt",
            "naïve café über",
        ] {
            assert!(!is_common(password), "{password}");
        }
    }

    #[test]
    fn a_long_password_takes_no_longer() {
        assert!(!is_common(&"passwordy".repeat(110)));
    }
}
