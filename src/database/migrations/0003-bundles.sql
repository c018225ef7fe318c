-- A bundle can be deleted when all of its releases are; deleted releases keep its number, and their proofs.
alter table bundle_releases add column present_bundle_id bigint
  generated always as (case when deleted_at is null then bundle_id end) stored references bundles (id);
alter table bundle_releases drop constraint bundle_releases_bundle_id_fkey;
create index bundle_releases_present_bundle on bundle_releases (present_bundle_id);
