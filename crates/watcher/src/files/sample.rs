//! A file of the log in memory, for users who try a config on it. A run copies it to its working folder.

use super::context::FileContent;
use super::folder::OpenFolder;
use super::key::{FileKey, display_name};
use super::locate::{Search, locate};
use crate::attachment_text::{NoText, TextBudget, file_text};
use std::fs::File;
use std::io::{self, Read};

/// `None` if it is gone or has other content by now.
pub(crate) fn read_sample(folder: &OpenFolder, key: &FileKey) -> io::Result<Option<FileContent>> {
    let Search::Found(mut located) = locate(folder, key)? else { return Ok(None) };
    let name = display_name(&key.name);
    let file = located.file.take().ok_or(io::ErrorKind::PermissionDenied)?;
    let text = read_text(&name, file, located.stat.size_bytes)?;
    Ok(Some(FileContent::new(&located, name, text, None)))
}

fn read_text(name: &str, file: File, size_bytes: u64) -> io::Result<Result<String, NoText>> {
    if let Err(reason) = TextBudget::default().reserve(size_bytes) {
        return Ok(Err(reason));
    }
    let mut bytes = Vec::new();
    file.take(size_bytes).read_to_end(&mut bytes)?;
    Ok(file_text(name, &bytes))
}
