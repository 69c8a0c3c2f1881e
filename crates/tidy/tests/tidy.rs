//! Runs every rule on this repository. A failure lists each location and what to do there.

use stormwire_tidy::Violation;
use stormwire_tidy::repository::Repository;
use stormwire_tidy::rules::dependencies::{self, POLICY, Policy};
use stormwire_tidy::rules::{
    crate_circles, crate_size, file_length, migrations, module_circles, screenshots, threat_tests, tuple_parameters,
    typescript_circles, wording,
};

#[track_caller]
fn assert_none(violations: &[Violation]) {
    let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{} violations\n{}\n", lines.len(), lines.join("\n"));
}

#[test]
fn modules_import_in_one_direction() {
    assert_none(&module_circles::check(&Repository::here().rust()));
}

#[test]
fn crates_depend_in_one_direction() {
    assert_none(&crate_circles::check(&Repository::here().metadata()));
}

#[test]
fn crates_are_small() {
    assert_none(&crate_size::check(&Repository::here().rust()));
}

#[test]
fn functions_take_no_tuples() {
    assert_none(&tuple_parameters::check(&Repository::here().rust()));
}

#[test]
fn files_are_short() {
    let repository = Repository::here();
    assert_none(&file_length::check(&[repository.rust(), repository.typescript()].concat()));
}

#[test]
fn typescript_imports_in_one_direction() {
    assert_none(&typescript_circles::check(&Repository::here().typescript()));
}

#[test]
fn landed_migrations_are_unchanged() {
    let repository = Repository::here();
    assert_none(&migrations::check(&repository.migrations(), &repository.read(migrations::LIST)));
}

#[test]
fn screenshots_are_small() {
    assert_none(&screenshots::check(&Repository::here().tracked(screenshots::FOLDER)));
}

#[test]
fn dependencies_follow_the_policy() {
    let repository = Repository::here();
    let packages = dependencies::built(&repository.dependency_tree());
    let policy = Policy::read(&repository.read(POLICY));
    let found = [
        dependencies::licenses::check(&packages, &policy),
        dependencies::duplicates::check(&packages, &policy),
        dependencies::sources::check(&repository.file("Cargo.lock")),
    ];
    assert!(!packages.is_empty());
    assert_none(&found.concat());
}

#[test]
fn threats_name_tests_that_exist() {
    let repository = Repository::here();
    assert_none(&threat_tests::check(&repository.file(threat_tests::PAGE), &repository.rust()));
}

#[test]
fn words_are_plain() {
    let repository = Repository::here();
    let list = wording::WordList::parse(&repository.read(wording::LIST));
    assert_none(&wording::check(&repository.texts(), &list));
}
