-- ---- images ----

-- An image or an index of images, by the digest of its manifest.
create table images (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  media_type text not null,
  -- Bytes of all parts.
  size bigint not null,
  platforms text[] not null default '{}',
  created_at timestamptz not null default now()
);

-- Everything that a client pulls of an image: its manifests (its own too), configurations and layers.
create table image_parts (
  image text not null references images (digest) on delete cascade,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('INDEX','MANIFEST','CONFIG','LAYER')),
  media_type text not null,
  size bigint not null,
  -- Of a manifest: operating system and architecture; and of an index, its bytes with all that it names.
  platform text,
  total bigint,
  file_id bigint not null references stored_files (id),
  crc32 bigint,
  primary key (image, digest)
);
create index image_parts_digest on image_parts (digest);
create index image_parts_file on image_parts (file_id);

-- Blobs that are pushed in pieces, and pushed blobs that no manifest names yet.
create table image_blobs (
  repository text not null,
  digest text not null,
  file_id bigint not null references stored_files (id),
  pushed_at timestamptz not null default now(),
  primary key (repository, digest)
);
create index image_blobs_file on image_blobs (file_id);
create index image_blobs_pushed on image_blobs (pushed_at);

-- ---- distribution-groups ----

create table distribution_groups (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 500),
  -- The place of the group in a rollout.
  ring integer check (ring between 1 and 99),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index distribution_groups_name on distribution_groups (lower(name));

create table distribution_group_accounts (
  group_id bigint not null references distribution_groups (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  primary key (group_id, account_id)
);
create index distribution_group_accounts_account on distribution_group_accounts (account_id);

-- ---- bundles ----

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
  product text check (length(product) between 1 and 100),
  product_version text check (length(product_version) between 1 and 100),
  check (parent_id is distinct from id)
);
create index bundles_created on bundles (created_at desc, id desc);
create index bundles_parent on bundles (parent_id) where parent_id is not null;
create index bundles_name_trigrams on bundles using gin (name gin_trgm_ops);
create index bundles_product on bundles (product, product_version);
alter table rnd_issues add foreign key (fix_bundle_id) references bundles (id) on delete set null;

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

create table bundle_components (
  id bigint generated always as identity primary key,
  bundle_id bigint not null references bundles (id) on delete cascade,
  component_type text not null check (component_type in ('product','document','container')),
  file_name text not null,
  status text not null default 'PENDING' check (status in ('PENDING','IN_STORAGE','MISSING')),
  upload_id uuid unique,
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
  image text references images (digest),
  container_name text,
  tag text,
  product text,
  branch text,
  product_version text,
  source_name text,
  check (status <> 'IN_STORAGE' or (file_id is not null and digest is not null and size is not null)),
  check (component_type <> 'container' or (container_name is not null and tag is not null)),
  check (component_type <> 'container' or status <> 'IN_STORAGE' or image is not null)
);
create unique index bundle_components_name on bundle_components (bundle_id, lower(file_name));
create index bundle_components_digest on bundle_components (digest) where digest is not null;
create index bundle_components_image on bundle_components (image) where image is not null;

-- ---- uploads ----

create table uploads (
  id uuid primary key default gen_random_uuid(),
  bundle_id bigint not null references bundles (id) on delete cascade,
  component_type text not null check (component_type in ('product','document','container')),
  file_name text not null,
  source_type text not null check (source_type in ('CLIENT_FILE','URL','VENDOR_FILE','BOX','DOCKER')),
  source_url text,
  clobber boolean not null default false,
  -- Of what is expected; unknown of a source that does not say.
  size bigint check (size > 0),
  expected_digest text check (expected_digest ~ '^[0-9a-f]{64}$'),
  state text not null default 'RESERVED'
    check (state in ('RESERVED','UPLOADING','SAVING','DONE','FAILED','CANCELLED')),
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
  updated_at timestamptz not null default now(),
  source_path text check (length(source_path) <= 1000),
  container jsonb,
  source_version text,
  expected_sha1 text
);
create index uploads_bundle on uploads (bundle_id);
create index uploads_unfinished on uploads (updated_at) where state in ('RESERVED','UPLOADING','SAVING');
create index uploads_failed on uploads (bundle_id, lower(file_name), updated_at desc)
  where state <> 'DONE' and state <> 'CANCELLED';
alter table bundle_components add foreign key (upload_id) references uploads (id);

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
  downloads integer not null default 0,
  name text check (char_length(name) between 1 and 80),
  most_downloads integer check (most_downloads between 1 and 1000000),
  revoked_by bigint references users (id)
);
create index share_links_upload on share_links (upload_id);
create index share_links_created_by on share_links (created_by);
create index share_links_revoked_by on share_links (revoked_by) where revoked_by is not null;

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

-- ---- releases ----

create table bundle_releases (
  id bigint generated always as identity primary key,
  bundle_id bigint not null,
  -- A deleted release keeps its proofs, and the number of its bundle, also when the bundle is deleted afterwards.
  present_bundle_id bigint generated always as (case when deleted_at is null then bundle_id end) stored references bundles (id),
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
  created_by_impersonator bigint references users (id),
  rejected_by bigint references users (id),
  rejected_at timestamptz,
  rejection_note text check (length(rejection_note) between 1 and 2000),
  deleted_at timestamptz,
  deleted_by bigint references users (id),
  is_security boolean not null default false,
  minisig text,
  image_count integer not null default 0,
  registry text,
  check (approved_by is distinct from created_by),
  check (status <> 'DELIVERED' or (signature is not null and statement is not null and key_id is not null
    and approved_by is not null and delivered_at is not null)),
  check (approved_by is distinct from created_by_impersonator or approved_by is null),
  check ((rejected_at is null) = (rejected_by is null) and (rejected_at is null) = (rejection_note is null)),
  check (rejected_at is null or approved_by is null),
  check (deleted_at is null or status = 'DELIVERED')
);
create index bundle_releases_created on bundle_releases (created_at desc, id desc);
create index bundle_releases_account on bundle_releases (account_id, created_at desc, id desc);
create index bundle_releases_bundle on bundle_releases (bundle_id, created_at desc, id desc);
create index bundle_releases_present_bundle on bundle_releases (present_bundle_id);
create index bundle_releases_waiting on bundle_releases (created_at desc, id desc) where status = 'RELEASED';

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

-- ---- release-components ----

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
  downloaded_at timestamptz,
  crc32 bigint check (crc32 between 0 and 4294967295),
  image text references images (digest),
  container_name text,
  tag text,
  deployed_at timestamptz,
  -- Whether a signed receipt says what is known of it from receipts; null without one.
  receipt_signed boolean
);
create index release_components_release on release_components (release_id, file_name);
create index release_components_upload on release_components (upload_id);
create index release_components_file on release_components (file_id);
create index release_components_image on release_components (image) where image is not null;
create index release_components_container on release_components (container_name, tag) where image is not null;

-- ---- registry ----

-- What was pushed into the vendor's own repositories.
create table image_tags (
  repository text not null check (length(repository) between 1 and 255),
  tag text not null check (length(tag) between 1 and 128),
  image text not null references images (digest),
  pushed_by bigint not null references users (id),
  updated_at timestamptz not null default now(),
  primary key (repository, tag)
);
create index image_tags_image on image_tags (image);
create index image_tags_pushed_by on image_tags (pushed_by);

-- The secret is derived from the id and its version, so none is stored.
create table registry_credentials (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  secret_version integer not null default 1,
  -- Until when the secret before the last rotation is accepted too, and since when there is a new one.
  previous_until timestamptz,
  rotated_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by bigint references users (id),
  last_used_at timestamptz,
  last_used_address text,
  previous_used_at timestamptz,
  previous_used_address text,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  reminded_days smallint check (reminded_days in (30, 7, 1))
);
create unique index registry_credentials_name on registry_credentials (account_id, name) where revoked_at is null;
create index registry_credentials_account on registry_credentials (account_id, id);
create index registry_credentials_created_by on registry_credentials (created_by);
create index registry_credentials_revoked_by on registry_credentials (revoked_by);
create index registry_credentials_expiring on registry_credentials (expires_at) where revoked_at is null;

create table registry_pulls (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id bigint not null references accounts (id),
  credential_id bigint not null references registry_credentials (id),
  repository text not null,
  reference text not null,
  digest text,
  release_id bigint references bundle_releases (id),
  address text,
  with_previous_secret boolean not null default false,
  denied text check (denied in ('NOT_DELIVERED','WITHDRAWN'))
);
create index registry_pulls_account on registry_pulls (account_id, id desc);
create index registry_pulls_credential on registry_pulls (credential_id, repository, reference, at desc);
create index registry_pulls_release on registry_pulls (release_id) where release_id is not null;

-- ---- rollouts ----

create table rollouts (
  id bigint generated always as identity primary key,
  bundle_id bigint not null references bundles (id) on delete cascade,
  state text not null default 'RUNNING' check (state in ('RUNNING','DONE','STOPPED')),
  is_security boolean not null default false,
  note text check (length(note) <= 32767),
  stop_reason text check (length(stop_reason) <= 1000),
  created_by bigint not null references users (id),
  created_by_impersonator bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One at a time of each bundle.
create unique index rollouts_running on rollouts (bundle_id) where state = 'RUNNING';
create index rollouts_bundle on rollouts (bundle_id);
create index rollouts_created on rollouts (created_at desc, id desc);

create table rollout_rings (
  rollout_id bigint not null references rollouts (id) on delete cascade,
  position integer not null check (position between 1 and 12),
  group_name text not null,
  soak_minutes integer not null check (soak_minutes >= 0),
  gates jsonb not null,
  state text not null default 'WAITING' check (state in ('WAITING','HELD','RELEASING','SOAKING','DONE','STOPPED')),
  -- The failed checks of the ring before.
  held_by text[] not null default '{}',
  started_at timestamptz,
  soaking_at timestamptz,
  done_at timestamptz,
  -- The checks of the last evaluation, and who overrode which.
  checks jsonb not null default '[]',
  overrides jsonb not null default '{}',
  checked_at timestamptz,
  primary key (rollout_id, position)
);

create table rollout_accounts (
  rollout_id bigint not null,
  position integer not null,
  account_id bigint not null references accounts (id) on delete cascade,
  release_id bigint references bundle_releases (id) on delete set null,
  primary key (rollout_id, account_id),
  foreign key (rollout_id, position) references rollout_rings (rollout_id, position) on delete cascade
);
create index rollout_accounts_release on rollout_accounts (release_id) where release_id is not null;
create index rollout_accounts_account on rollout_accounts (account_id);

-- ---- sbom ----

-- What stands for a character in an address is the character; a text that is wrongly written stays as it is.
create function percent_decoded(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if position('%' in given) = 0 then return given; end if;
  -- A block of its own: one that catches costs more than all the rest.
  begin
    return (select convert_from(string_agg(case when m[2] is null then convert_to(m[1], 'UTF8') else decode(m[2], 'hex') end, ''::bytea order by n), 'UTF8')
      from regexp_matches(given, '([^%]+|%(?![0-9a-f]{2}))|%([0-9a-f]{2})', 'gi') with ordinality x(m, n));
  exception when character_not_in_repertoire or untranslatable_character then return given;
  end;
end $$;

-- One spelling of group:name, @scope/name, namespace/name and Name::Space. Without regular expressions: a million
-- components are named in one statement.
create function component_key(name text) returns text language sql immutable parallel safe as $$
  select left(btrim(replace(replace(lower(ltrim(btrim(name), '@')), ':', '/'), '//', '/'), '/'), 250) $$;

-- As people write it: without the epoch of RPM, Debian and Python, and without the v of a tag.
create function component_version(version text) returns text language sql immutable parallel safe as $$
  select left(regexp_replace(lower(btrim(version)), '^([0-9]+[:!])?v?(?=[0-9])', ''), 200) $$;

-- The last part of a name; that of a Go module may be followed by its major version (bar/v2).
create function component_last_name(name text) returns text language sql immutable parallel safe as $$
  select case when split_part(name, '/', -1) ~ '^v[0-9]+$' then ltrim(split_part(name, '/', -2) || '/' || split_part(name, '/', -1), '/')
    else split_part(name, '/', -1) end $$;

-- The name alone, and with its namespace; from the name that the SBOM states and from the purl. The names of Python have
-- one sign for three.
create function component_coordinates(name text, version text, purl text) returns table (found_name text, found_version text)
language sql immutable parallel safe as $$
  select distinct n.key, component_version(case when version = '' then percent_decoded(p.said) else version end)
  from (select ltrim(substr(purl, 5), '/') as rest where starts_with(lower(purl), 'pkg:') union all select '' limit 1) r
    cross join lateral (select lower(split_part(r.rest, '/', 1)) as type,
      split_part(split_part(substr(r.rest, length(split_part(r.rest, '/', 1)) + 2), '?', 1), '#', 1) as path) t
    cross join lateral (select split_part(t.path, '/', -1) as last) l
    cross join lateral (select left(t.path, length(t.path) - length(l.last)) ||
        case when position('@' in l.last) > 1 then split_part(l.last, '@', 1) else l.last end as path,
      case when position('@' in l.last) > 1 then split_part(l.last, '@', 2) else '' end as said) p
    cross join lateral (select component_key(name) as stated, component_key(percent_decoded(p.path)) as coded) k
    cross join lateral (values (k.stated), (component_last_name(k.stated)), (k.coded), (component_last_name(k.coded)),
      (case when t.type = 'pypi' then regexp_replace(k.stated, '[-_.]+', '-', 'g') end),
      (case when t.type = 'pypi' then regexp_replace(k.coded, '[-_.]+', '-', 'g') end)) n (key)
  where n.key <> '' $$;

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
create index sbom_components_bundle on sbom_components (bundle_id, lower(name), version);

-- Each component has its names, whichever statement adds it.
create function name_sbom_components() returns trigger language plpgsql as $$
begin
  insert into sbom_component_names (sbom_id, place, name, version)
    select c.sbom_id, c.place, n.found_name, n.found_version
    from added c cross join lateral component_coordinates(c.name, c.version, c.purl) n;
  return null;
end $$;

create trigger sbom_components_named after insert on sbom_components referencing new table as added
  for each statement execute function name_sbom_components();

create table sbom_component_names (
  sbom_id bigint not null references sboms (id) on delete cascade,
  place integer not null,
  name text not null,
  version text not null,
  primary key (sbom_id, place, name)
);
create index sbom_component_names_search
  on sbom_component_names (name text_pattern_ops, version text_pattern_ops, sbom_id, place);

-- ---- receipts ----

create table receipt_keys (
  -- SHA-256 of the public key (DER), hexadecimal.
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  account_id bigint not null references accounts (id),
  name text not null check (char_length(name) between 1 and 80),
  public_key text not null,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by bigint references users (id)
);
create index receipt_keys_account on receipt_keys (account_id, created_at desc);
create index receipt_keys_created_by on receipt_keys (created_by);
create index receipt_keys_revoked_by on receipt_keys (revoked_by) where revoked_by is not null;

create table receipts (
  id bigint generated always as identity primary key,
  release_id bigint not null references bundle_releases (id),
  account_id bigint not null references accounts (id),
  -- SHA-256 of the receipt without its signature: the same one is accepted once, signed or not.
  digest text not null unique,
  -- As it was sent.
  text text not null,
  -- Null: unsigned.
  key_id text references receipt_keys (id),
  deployment_id bigint references deployments (id) on delete set null,
  -- Its name in the receipt; null when the receipt says only that the files were verified.
  deployment text,
  components integer not null,
  verified_at timestamptz not null,
  received_by bigint not null references users (id),
  received_at timestamptz not null default now()
);
create index receipts_account on receipts (account_id, id desc);
create index receipts_release on receipts (release_id);
create index receipts_key on receipts (key_id) where key_id is not null;
create index receipts_deployment on receipts (deployment_id) where deployment_id is not null;
create index receipts_received_by on receipts (received_by);
