//! The folders of one mailbox.

use crate::store::error::StoreError;
use crate::store::folder::Folder;
use crate::store::keys::FolderKey;
use crate::store::well_known_folder::{ROOT_DISPLAY_NAME, WELL_KNOWN_FOLDERS, WellKnownFolder};
use std::collections::{BTreeMap, HashMap};

#[derive(Debug)]
pub(crate) struct FolderTree {
    folders: BTreeMap<FolderKey, Folder>,
    well_known: HashMap<WellKnownFolder, FolderKey>,
    next_key: FolderKey,
}

impl FolderTree {
    pub(crate) fn new() -> Self {
        let mut tree = Self { folders: BTreeMap::new(), well_known: HashMap::new(), next_key: FolderKey(1) };
        let root = tree.add(None, ROOT_DISPLAY_NAME, false);
        tree.well_known.insert(WellKnownFolder::Root, root);
        for spec in WELL_KNOWN_FOLDERS {
            let parent = tree.well_known(spec.parent);
            let key = tree.add(Some(parent), spec.display_name, spec.is_hidden);
            tree.well_known.insert(spec.folder, key);
        }
        tree.folders.values_mut().for_each(|folder| folder.is_well_known = true);
        tree
    }

    pub(crate) fn well_known(&self, folder: WellKnownFolder) -> FolderKey {
        self.well_known[&folder]
    }

    pub(crate) fn get(&self, key: FolderKey) -> Option<&Folder> {
        self.folders.get(&key)
    }

    pub(crate) fn get_mut(&mut self, key: FolderKey) -> Option<&mut Folder> {
        self.folders.get_mut(&key)
    }

    pub(crate) fn children(&self, parent: FolderKey) -> impl Iterator<Item = &Folder> {
        self.folders.values().filter(move |folder| folder.parent == Some(parent))
    }

    /// Display names from below the root down, joined by slashes.
    pub(crate) fn path(&self, key: FolderKey) -> String {
        let mut names = Vec::new();
        let mut next = self.folders.get(&key);
        while let Some(folder) = next.filter(|folder| folder.parent.is_some()) {
            names.push(folder.name.as_str());
            next = folder.parent.and_then(|parent| self.folders.get(&parent));
        }
        names.reverse();
        names.join("/")
    }

    /// The folder at a path of display names. Creates missing folders. The first segment may be a well-known name.
    pub(crate) fn ensure_path(&mut self, path: &str) -> FolderKey {
        let root = self.well_known(WellKnownFolder::Root);
        path.split('/').filter(|name| !name.is_empty()).fold(root, |parent, name| {
            let existing = self.child(parent, name).map(|folder| folder.key).or_else(|| {
                let well_known = WellKnownFolder::parse(name).filter(|_| parent == root)?;
                Some(self.well_known(well_known))
            });
            existing.unwrap_or_else(|| self.add(Some(parent), name, false))
        })
    }

    /// Names are unique among siblings, ignoring case.
    fn child(&self, parent: FolderKey, name: &str) -> Option<&Folder> {
        let name = name.to_lowercase();
        self.children(parent).find(|folder| folder.name.to_lowercase() == name)
    }

    pub(crate) fn create(&mut self, parent: FolderKey, name: &str, is_hidden: bool) -> Result<FolderKey, StoreError> {
        if self.child(parent, name).is_some() {
            return Err(StoreError::FolderNameTaken);
        }
        Ok(self.add(Some(parent), name, is_hidden))
    }

    pub(crate) fn rename(&mut self, key: FolderKey, name: &str) -> Result<(), StoreError> {
        let folder = self.folders.get(&key).ok_or(StoreError::FolderNotFound)?;
        let parent = folder.parent.ok_or(StoreError::FolderProtected)?;
        if self.child(parent, name).is_some_and(|sibling| sibling.key != key) {
            return Err(StoreError::FolderNameTaken);
        }
        let folder = self.folders.get_mut(&key).ok_or(StoreError::FolderNotFound)?;
        name.clone_into(&mut folder.name);
        Ok(())
    }

    /// Removes a folder and everything below it. Returns the removed folders.
    pub(crate) fn remove(&mut self, key: FolderKey) -> Result<Vec<FolderKey>, StoreError> {
        if self.folders.get(&key).ok_or(StoreError::FolderNotFound)?.is_well_known {
            return Err(StoreError::FolderProtected);
        }
        let mut pending = vec![key];
        let mut removed = Vec::new();
        while let Some(next) = pending.pop() {
            pending.extend(self.children(next).map(|folder| folder.key));
            self.folders.remove(&next);
            removed.push(next);
        }
        Ok(removed)
    }

    fn add(&mut self, parent: Option<FolderKey>, name: &str, is_hidden: bool) -> FolderKey {
        let key = self.next_key;
        self.next_key = FolderKey(key.0 + 1);
        let mut folder = Folder::new(key, parent, name);
        folder.is_hidden = is_hidden;
        self.folders.insert(key, folder);
        key
    }
}
