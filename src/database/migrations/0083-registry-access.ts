/** Credentials with which accounts pull their images, and the record of pulls. */
export const registryAccess = {
  name: '0083-registry-access',
  sql: `
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
  version integer not null default 1
);
create unique index registry_credentials_name on registry_credentials (account_id, name) where revoked_at is null;
create index registry_credentials_account on registry_credentials (account_id, id);
create index registry_credentials_created_by on registry_credentials (created_by);
create index registry_credentials_revoked_by on registry_credentials (revoked_by);

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
`,
}
