/** Software bills of materials of bundles, and the components in them. */
export const sboms = {
  name: '0135-sboms',
  sql: `
create table sboms (
  id bigint generated always as identity primary key,
  bundle_id bigint not null references bundles (id) on delete cascade,
  format text not null check (format in ('CYCLONEDX','SPDX')),
  spec_version text not null check (length(spec_version) between 1 and 20),
  name text not null check (length(name) between 1 and 200),
  size integer not null,
  digest text not null,
  component_count integer not null,
  uploaded_by bigint references users (id),
  uploaded_at timestamptz not null default now(),
  unique (bundle_id, digest)
);

create table sbom_components (
  sbom_id bigint not null references sboms (id) on delete cascade,
  place integer not null,
  -- The bundle of the SBOM: the indexes begin with it or end with it, so that no search joins ten million rows.
  bundle_id bigint not null,
  name text not null check (length(name) between 1 and 500),
  version text not null check (length(version) <= 200),
  license text check (length(license) between 1 and 500),
  purl text check (length(purl) between 1 and 1000),
  primary key (sbom_id, place)
);
create index sbom_components_search on sbom_components (lower(name) text_pattern_ops, version text_pattern_ops, bundle_id);
create index sbom_components_bundle on sbom_components (bundle_id, lower(name), version);
`,
}
