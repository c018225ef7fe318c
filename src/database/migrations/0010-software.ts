/** Bundles with their files and internal notes; uploads; releases with their frozen components, notes, signatures and downloads. */
export const software = {
  name: '0010-software',
  sql: `
create table bundles (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 250),
  is_containerized boolean not null default false,
  parent_id bigint references bundles (id),
  deployment_type text not null check (deployment_type in ('DOCSIS','CN-DOCSIS','CN-PON')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE','ON_HOLD','END_OF_LIFE')),
  -- Why it is on hold or at its end of life, and whether what was delivered may still be downloaded.
  reason text check (length(reason) <= 1000),
  downloads_withdrawn boolean not null default false,
  created_by bigint not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (parent_id is distinct from id)
);
create index bundles_created on bundles (created_at desc, id desc);
create index bundles_parent on bundles (parent_id) where parent_id is not null;
create index bundles_name_trigrams on bundles using gin (name gin_trgm_ops);

-- Its own table on purpose: no query of a customer's path names it.
create table bundle_notes (
  id bigint generated always as identity primary key,
  bundle_id bigint not null references bundles (id) on delete cascade,
  text text not null check (length(text) between 1 and 32767),
  author_id bigint not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index bundle_notes_bundle on bundle_notes (bundle_id, id);

create table bundle_cases (
  bundle_id bigint not null references bundles (id) on delete cascade,
  case_id bigint not null references cases (id) on delete cascade,
  primary key (bundle_id, case_id)
);
create index bundle_cases_case on bundle_cases (case_id);

create table uploads (
  id uuid primary key default gen_random_uuid(),
  bundle_id bigint not null references bundles (id) on delete cascade,
  component_type text not null check (component_type in ('product','document')),
  file_name text not null,
  source_type text not null check (source_type in ('CLIENT_FILE','URL')),
  source_url text,
  clobber boolean not null default false,
  -- Of what is expected; unknown of a source that does not say.
  size bigint check (size > 0),
  expected_digest text check (expected_digest ~ '^[0-9a-f]{64}$'),
  state text not null default 'RESERVED' check (state in ('RESERVED','UPLOADING','SAVING','DONE','FAILED','CANCELLED')),
  -- Bytes that lie on the disk, synced; and of these, those that are digested.
  received bigint not null default 0,
  digested bigint not null default 0,
  digest text,
  error text,
  -- One writer at a time: whoever holds the lease, until it runs out.
  lease uuid,
  leased_until timestamptz,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index uploads_bundle on uploads (bundle_id);
create index uploads_unfinished on uploads (updated_at) where state in ('RESERVED','UPLOADING','SAVING');

create table bundle_components (
  id bigint generated always as identity primary key,
  bundle_id bigint not null references bundles (id) on delete cascade,
  component_type text not null check (component_type in ('product','document')),
  file_name text not null,
  status text not null default 'PENDING' check (status in ('PENDING','IN_STORAGE','MISSING')),
  upload_id uuid unique references uploads (id),
  file_id bigint references stored_files (id),
  digest text,
  size bigint,
  media_type text not null default 'application/octet-stream',
  source_type text,
  -- What a bill of materials says of itself: format, version, how many components.
  sbom jsonb,
  created_by bigint not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status <> 'IN_STORAGE' or (file_id is not null and digest is not null and size is not null))
);
create unique index bundle_components_name on bundle_components (bundle_id, lower(file_name));

create table bundle_releases (
  id bigint generated always as identity primary key,
  bundle_id bigint not null references bundles (id),
  account_id bigint not null references accounts (id),
  name text not null check (length(name) between 1 and 250),
  status text not null default 'RELEASED' check (status in ('RELEASED','DELIVERED')),
  component_count integer not null,
  size bigint not null,
  -- Canonical JSON, written once, in the transaction that made the release.
  manifest bytea not null,
  job_id bigint references jobs (id),
  approved_by bigint references users (id),
  approved_at timestamptz,
  -- The signed statement (in-toto), its signature and the key; set by the signing step, before the delivery.
  statement bytea,
  signature bytea,
  key_id text,
  delivered_at timestamptz,
  created_by bigint not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (approved_by is distinct from created_by),
  check (status <> 'DELIVERED' or (signature is not null and statement is not null and key_id is not null and approved_by is not null and delivered_at is not null))
);
create index bundle_releases_created on bundle_releases (created_at desc, id desc);
create index bundle_releases_account on bundle_releases (account_id, created_at desc, id desc);
create index bundle_releases_bundle on bundle_releases (bundle_id, created_at desc, id desc);
create index bundle_releases_waiting on bundle_releases (created_at desc, id desc) where status = 'RELEASED';

create table release_components (
  id bigint generated always as identity primary key,
  release_id bigint not null references bundle_releases (id) on delete cascade,
  component_type text not null,
  file_name text not null,
  upload_id uuid,
  file_id bigint not null references stored_files (id),
  digest text not null,
  size bigint not null,
  media_type text not null,
  sbom jsonb,
  missing boolean not null default false,
  downloads integer not null default 0,
  downloaded_at timestamptz
);
create index release_components_release on release_components (release_id, file_name);
create index release_components_upload on release_components (upload_id);
create index release_components_file on release_components (file_id);

create table release_notes (
  id bigint generated always as identity primary key,
  release_id bigint not null references bundle_releases (id) on delete cascade,
  text text not null check (length(text) between 1 and 32767),
  author_id bigint not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index release_notes_release on release_notes (release_id, id);

-- One row per download, so that its pieces (ranges) count once: who, which file, in which hour.
create table downloads (
  hour timestamptz not null,
  downloader text not null,
  file text not null,
  primary key (hour, downloader, file)
);

create table share_links (
  id bigint generated always as identity primary key,
  upload_id uuid not null references uploads (id) on delete cascade,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  downloads integer not null default 0
);
create index share_links_upload on share_links (upload_id);

create table signing_keys (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  revoked_at timestamptz,
  reason text
);
create unique index signing_keys_active on signing_keys ((true)) where retired_at is null and revoked_at is null;
`,
}
