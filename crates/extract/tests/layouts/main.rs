//! The vendor layouts in `docs/examples/extract`: their results, and what happens to their records when a mail is damaged.

mod built_by_marking;
mod damage;
mod damaged_mail;
mod false_alarms;
mod folder;
mod narrow_start;
mod never_lost;
mod results;
mod rng;
mod suggested_header;
mod suggestions;
mod text_piece;
