delete from it.FacilityStatus
where (FacilityId, Ring, Revision) in (select value ->> 'facilityId', value ->> 'ring', value ->> 'revision' from json_each($1))
