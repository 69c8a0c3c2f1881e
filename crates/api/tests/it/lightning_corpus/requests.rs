//! What is requested of the city: every route that existed before policies, as of many times and with other parameters.

/// Without `asOf`, at each time that the clock shows.
pub(super) const LIVE: [&str; 9] = [
    "/status",
    "/facilities",
    "/facilities?radiusMiles=3.5&dangerMinutes=15",
    "/facilities/8/proximity",
    "/facilities/34/proximity",
    "/facilities/35/proximity?dangerMinutes=120",
    "/facilities/37/proximity",
    "/proximity?lat=34.7304&lng=-86.5861",
    "?limit=25",
];

/// Around the ends of the windows of strikes at 4:00, 11:30 and 12:30, and while the storm is over the city.
const STATUS_TIMES: [&str; 14] = [
    "03:59:59.999999",
    "04:00:00",
    "05:00:00",
    "05:30:00.5",
    "06:15:00",
    "08:30:00",
    "09:30:00",
    "10:00:00",
    "11:15:00",
    "11:30:00",
    "11:59:59.999999",
    "12:00:00",
    "12:00:00.000001",
    "12:01:00",
];
const LIST_TIMES: [&str; 6] =
    ["03:59:59.999999", "04:30:00", "05:30:00.5", "10:00:00", "11:59:59.999999", "12:00:00.000001"];
const LIST_PARAMETERS: [&str; 8] = [
    "radiusMiles=8&dangerMinutes=30&allClearMinutes=30&historyHours=8",
    "radiusMiles=2.5&dangerMinutes=15&allClearMinutes=45",
    "radiusMiles=20&dangerMinutes=10&allClearMinutes=60",
    "dangerMinutes=60&allClearMinutes=15",
    "historyHours=0.5",
    "historyHours=24&dangerMinutes=1",
    "radiusMiles=500&dangerMinutes=1440&allClearMinutes=1440&historyHours=168",
    "radiusMiles=0.001&allClearMinutes=90",
];
const EDGE_TIMES: [&str; 11] = [
    "04:30:00.000001",
    "11:30:00",
    "11:44:59.999999",
    "11:45:00",
    "11:45:00.000001",
    "11:59:59.999999",
    "12:00:00",
    "12:00:00.000001",
    "12:00:00.000002",
    "12:00:30",
    "12:01:00",
];
const EDGE_PARAMETERS: [&str; 3] =
    ["", "&dangerMinutes=15", "&dangerMinutes=15&allClearMinutes=20.5&historyHours=0.25"];
const POINTS: [&str; 5] = [
    "lat=34.7304&lng=-86.5861",
    "lat=34.735&lng=-86.5861",
    "lat=90&lng=0",
    "lat=-34.7304&lng=93.4139",
    "lat=52&lng=-180",
];
const POINT_TIMES: [&str; 3] = ["05:30:00.5", "10:00:00", "12:00:00"];
const STRIKES: [&str; 14] = [
    "",
    "?since=2026-05-01T03:00:00Z&asOf=2026-05-01T05:00:00Z",
    "?since=2026-05-01T11:30:00Z",
    "?since=2026-05-01T11:30:00.000001Z&type=ground",
    "?since=2026-05-01T11:00:00Z&type=cloud",
    "?type=unknown&limit=30",
    "?type=Intra-Cloud&limit=30",
    "?bbox=-86.6361,34.6804,-86.5361,34.7804",
    "?bbox=-84,36.62,-84,36.680798",
    "?since=2019-01-01T00:00:00Z&asOf=2026-05-01T04:10:00Z",
    "?asOf=2026-05-01T12:01:00Z&limit=3",
    "?asOf=2026-05-01T08:30:00Z&limit=1",
    "?limit=10",
    "?asOf=2018-01-01T00:00:00Z",
];
/// Requests that are rejected, or about what does not exist.
const REJECTED: [&str; 9] = [
    "/facilities/38/proximity",
    "/facilities/99/proximity",
    "/facilities?radiusMiles=0",
    "/facilities?radiusMiles=500.1",
    "/facilities?asOf=2026-05-01T12:01:00.000001Z",
    "/status?radiusMiles=8",
    "/proximity?lat=34.7304",
    "?since=2026-05-01T12:00:01Z",
    "?limit=10001",
];

/// Requests that say what they are about, at noon.
pub(super) fn replays() -> Vec<String> {
    let day = "2026-05-01T";
    let mut paths = Vec::new();
    paths.extend(STATUS_TIMES.map(|at| format!("/status?asOf={day}{at}Z")));
    paths.extend(LIST_TIMES.map(|at| format!("/facilities?asOf={day}{at}Z")));
    for parameters in LIST_PARAMETERS {
        paths.push(format!("/facilities?{parameters}"));
        paths.push(format!("/facilities?{parameters}&asOf={day}08:45:00Z"));
    }
    for at in EDGE_TIMES {
        for parameters in EDGE_PARAMETERS {
            paths.extend([34, 35].map(|id| format!("/facilities/{id}/proximity?asOf={day}{at}Z{parameters}")));
        }
    }
    for point in POINTS {
        paths.extend(POINT_TIMES.map(|at| format!("/proximity?{point}&asOf={day}{at}Z")));
        paths.push(format!("/proximity?{point}&radiusMiles=150&dangerMinutes=5&allClearMinutes=10"));
    }
    paths.extend(STRIKES.into_iter().chain(REJECTED).map(str::to_owned));
    paths
}
