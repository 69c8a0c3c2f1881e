delete from it.FacilityStatus
where (FacilityId, Ring, Revision) in (
    select (state ->> 'facilityId')::bigint, state ->> 'ring', (state ->> 'revision')::bigint
    from jsonb_array_elements($1::text::jsonb) as state
)
