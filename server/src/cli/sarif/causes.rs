//! Puts results of one cause together: in the log of one process, and of the logs of several.

use std::{
    cmp::Reverse,
    path::{Path, PathBuf},
};

use indexmap::IndexMap;
use percent_encoding::percent_decode_str;
use serde_sarif::sarif::{Location, Region, Result};

use super::message;

/// The name of the fingerprint that results of one cause share.
pub(super) const CAUSE: &str = "csieveCause/v1";

/// The most other places that a result lists. It counts all of them.
const MOST: usize = 100;

/// A place, as results are sorted.
type Place = (PathBuf, i64, i64);

/// Puts results of one cause together, those that are suppressed apart and last, and sorts them by their places. It does not
/// matter in how many steps that is done.
pub(super) fn together(mut results: Vec<Result>) -> Vec<Result> {
    results.sort_by_cached_key(|one| (one.suppressions.is_some(), place_of(one), one.rule_id.clone()));
    let mut causes: IndexMap<(bool, String), Vec<Result>> = IndexMap::new();
    for (at, result) in results.into_iter().enumerate() {
        let cause = result.partial_fingerprints.as_ref().and_then(|all| all.get(CAUSE).cloned());
        let is_alone = result.suppressions.is_some() || cause.is_none();
        let key = if is_alone { (true, at.to_string()) } else { (false, cause.unwrap_or_default()) };
        causes.entry(key).or_default().push(result);
    }
    let mut told: Vec<Result> = causes.into_values().filter_map(one_of).collect();
    told.sort_by_cached_key(|one| (one.suppressions.is_some(), place_of(one), one.rule_id.clone()));
    told
}

/// Makes one result of those of a cause: that of the highest rank, with the places of the others.
fn one_of(mut results: Vec<Result>) -> Option<Result> {
    let rank = |result: &Result| (result.rank.unwrap_or_default() * 100.0) as i64;
    let best = (0..results.len()).max_by_key(|at| (rank(&results[*at]), Reverse(*at)))?;
    let mut told = results.remove(best);
    if results.is_empty() {
        return Some(told);
    }
    let count = |result: &Result| result.occurrence_count.unwrap_or(1);
    told.occurrence_count = Some(count(&told) + results.iter().map(count).sum::<i64>());
    let own = told.related_locations.take().unwrap_or_default();
    let others = results.into_iter().flat_map(|other| {
        let place = as_related(&other);
        place.into_iter().chain(other.related_locations.unwrap_or_default())
    });
    let mut related: Vec<Location> = own.into_iter().chain(others).collect();
    related.sort_by_cached_key(place);
    related.truncate(MOST);
    told.related_locations = Some(related);
    Some(told)
}

/// Returns the place of a result as one that another result is related to.
fn as_related(result: &Result) -> Option<Location> {
    let function = result.properties.as_ref()?.additional_properties.get("function")?.as_str()?;
    let mut place = result.locations.as_ref()?.first()?.clone();
    place.message = Some(message(&format!("the same cause, in {function}")));
    Some(place)
}

fn place_of(result: &Result) -> Place {
    result.locations.iter().flatten().next().map(place).unwrap_or_default()
}

fn place(location: &Location) -> Place {
    let physical = location.physical_location.as_ref();
    let uri = physical.and_then(|place| place.artifact_location.as_ref()?.uri.as_deref()).unwrap_or_default();
    let path = percent_decode_str(uri.strip_prefix("file://").unwrap_or(uri)).decode_utf8_lossy();
    let region: Option<&Region> = physical.and_then(|place| place.region.as_ref());
    let number = |of: fn(&Region) -> Option<i64>| region.and_then(of).unwrap_or_default();
    (Path::new(&*path).to_owned(), number(|region| region.start_line), number(|region| region.start_column))
}
