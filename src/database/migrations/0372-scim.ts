/** Directories that create, change and deactivate users (SCIM 2.0). */
export const scim = {
  name: '0372-scim',
  sql: `
create table scim_connections (
  provider_id text primary key references identity_providers (id) on delete cascade,
  -- SHA-256 of the token, which is shown once.
  hash bytea not null unique,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_error text,
  last_error_at timestamptz
);

-- What a directory says of a user beside what the portal keeps itself.
create table scim_users (
  user_id bigint not null references users (id) on delete cascade,
  provider_id text not null references identity_providers (id) on delete cascade,
  user_name text,
  external_id text,
  given_name text,
  family_name text,
  deleted_at timestamptz,
  primary key (user_id, provider_id)
);
create unique index scim_users_name on scim_users (provider_id, lower(user_name)) where deleted_at is null;
create index scim_users_external on scim_users (provider_id, external_id);

create index users_routed on users (split_part(email, '@', 2)) where issuer is null;
`,
}
