-- How often the photo of a tile was replaced, and 1 more. It becomes part of the image's address, which is kept for a month
-- by whoever has seen it: without it the old photo would stay on their screens.
alter table AerialTile add column ImageVersion integer not null default 1;
