/** Product and version of a bundle, filled in from its name; files of the vendor's area; uploads from every source. */
export const componentSources = {
  name: '0081-component-sources',
  sql: `
alter table bundles add product text check (length(product) between 1 and 100), add product_version text check (length(product_version) between 1 and 100);
update bundles set product = left(btrim(substring(name from '^(.*\\S)\\s+v?[0-9]\\S*$')), 100),
  product_version = left(substring(name from '\\sv?([0-9]\\S*)$'), 100)
  where name ~ '^.*\\S\\s+v?[0-9]\\S*$';
create index bundles_product on bundles (product, product_version);

-- Files that operators and release managers put into the vendor's area, by their path; VENDOR_FILE takes from it.
create table vendor_files (
  id bigint generated always as identity primary key,
  path text not null check (length(path) between 1 and 1000),
  file_id bigint not null references stored_files (id),
  digest text not null,
  size bigint not null,
  version integer not null default 1,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index vendor_files_path on vendor_files (path);
create index vendor_files_file on vendor_files (file_id);
create index vendor_files_created_by on vendor_files (created_by);

alter table uploads drop constraint uploads_source_type_check;
alter table uploads add constraint uploads_source_type_check check (source_type in ('CLIENT_FILE','URL','VENDOR_FILE','BOX','DOCKER'));
alter table uploads add source_path text check (length(source_path) <= 1000);
create index uploads_failed on uploads (bundle_id, lower(file_name), updated_at desc) where state <> 'DONE' and state <> 'CANCELLED';
`,
}
