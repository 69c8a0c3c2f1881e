-- What the strikes of one message mean for each facility, as before, except that each facility has the numbers of its policy
-- unless they are given, and that the rule in force is a column. SQLite has no functions; there the same name and columns are
-- served by the Sql handler over the same rules.
drop function data.BatchThreat(jsonb, double precision, double precision, double precision, timestamptz);

create function data.BatchThreat(
    rows jsonb,
    RadiusMiles double precision default null,
    DangerMinutes double precision default null,
    AllClearMinutes double precision default null,
    AsOf timestamptz default null
) returns table (
    "FacilityId" bigint, "Facility" text, "Status" text,
    "DistanceMiles" double precision, "StruckAt" timestamptz, "Type" text, "CountInRadius" bigint,
    "CountInWindow" bigint, "ClearAt" timestamptz, "Rule" text
) language plpgsql stable set timezone to 'UTC' as $$
declare
    given_radius double precision := RadiusMiles;
    given_danger double precision := DangerMinutes;
    given_waiting double precision := AllClearMinutes;
    bad record;
begin
    if rows is null or jsonb_typeof(rows) <> 'array' then
        raise exception 'rows: an array of strikes is needed; name its path in Op.Source';
    end if;
    if not coalesce(RadiusMiles, 8) between 1e-300 and 500 then
        raise exception 'RadiusMiles: % is not above 0 and at most 500', RadiusMiles;
    end if;
    if not coalesce(DangerMinutes, 30) between 1e-300 and 1440 then
        raise exception 'DangerMinutes: % is not above 0 and at most 1440', DangerMinutes;
    end if;
    if not coalesce(AllClearMinutes, 30) between 1e-300 and 1440 then
        raise exception 'AllClearMinutes: % is not above 0 and at most 1440', AllClearMinutes;
    end if;
    select n - 1 as place, field into bad
    from jsonb_array_elements(rows) with ordinality as given(value, n),
        unnest(array['Timestamp', 'Latitude', 'Longitude']) with ordinality as needed(field, f)
    where value ->> field is null
    order by n, f limit 1;
    if found then
        raise exception 'rows[%].%: a value is needed', bad.place, bad.field;
    end if;
    return query
    with strike as materialized (
        select n, (value ->> 'Timestamp')::timestamptz as at, value ->> 'Type' as kind,
            ST_SetSRID(ST_MakePoint((value ->> 'Longitude')::double precision, (value ->> 'Latitude')::double precision), 4326)::geography as place
        from jsonb_array_elements(rows) with ordinality as given(value, n)
    ), facility as materialized (
        select f.Id as id, f.Name::text as name,
            case
                when ST_X(f.LatLongPoint) between -180 and 180 and ST_Y(f.LatLongPoint) between -90 and 90
                then f.LatLongPoint::geography
            end as anchor,
            coalesce(given_radius, p.RadiusMiles, 8) as miles,
            coalesce(given_danger, p.DangerMinutes, 30) as minutes,
            make_interval(secs => coalesce(given_danger, p.DangerMinutes, 30) * 60) as danger,
            make_interval(secs => coalesce(given_waiting, p.AllClearMinutes, 30) * 60) as waiting
        from organization.Facility f left join organization.Policy p on p.Id = coalesce(f.PolicyId, 1)
    ), near as (
        select distinct on (f.id) f.id, s.at, s.kind, ST_Distance(s.place, f.anchor) as distance
        from facility f cross join strike s
        where f.anchor is not null
        order by f.id, ST_Distance(s.place, f.anchor), s.at desc, s.n desc
    ), counted as (
        select f.id, count(*) as strikes
        from facility f cross join strike s
        where ST_Distance(s.place, f.anchor) <= f.miles * 1609.344
        group by f.id
    ), known as materialized (
        select l.Timestamp as at, l.Location as place
        from data.LightningStrike l
        where l.Timestamp >= AsOf - (select max(greatest(f.danger, f.waiting)) from facility f) and l.Timestamp <= AsOf
    ), felt as (
        select f.id, max(k.at) as last_at,
            count(*) filter (where k.at >= AsOf - f.danger) as strikes,
            min(ST_Distance(k.place, f.anchor)) filter (where k.at >= AsOf - f.danger) as nearest
        from facility f cross join known k
        where k.at >= AsOf - greatest(f.danger, f.waiting) and ST_Distance(k.place, f.anchor) <= f.miles * 1609.344
        group by f.id
    ), judged as (
        select f.*, f.anchor is null as is_unknown, felt.nearest, felt.last_at, coalesce(felt.strikes, 0) as strikes,
            case
                when AsOf is null then null
                when f.anchor is null then 'Unknown'
                when felt.strikes > 0 then 'Active'
                when felt.last_at > AsOf - f.waiting then 'Clearing'
                else 'Clear'
            end as status
        from facility f left join felt on felt.id = f.id
    )
    select j.id, j.name, j.status, round((near.distance / 1609.344)::numeric, 3)::double precision, near.at, near.kind,
        case when not j.is_unknown then coalesce(counted.strikes, 0) end,
        case when AsOf is not null and not j.is_unknown then j.strikes end,
        case when j.status in ('Active', 'Clearing') then j.last_at + greatest(j.danger, j.waiting) end,
        concat('lightning within ', j.miles, case when j.miles = 1 then ' mile' else ' miles' end,
            ' in the last ', j.minutes, case when j.minutes = 1 then ' minute' else ' minutes' end)
    from judged j left join near on near.id = j.id left join counted on counted.id = j.id
    order by j.is_unknown, array_position(array['Active', 'Clearing', 'Clear'], j.status),
        case when j.status = 'Active' then j.nearest end,
        case when j.status = 'Active' then -j.strikes end,
        case when j.status = 'Clearing' then j.last_at + j.waiting end desc,
        case when coalesce(j.status, 'Clear') = 'Clear' then near.distance end nulls last,
        j.name collate "C", j.id;
end
$$;
