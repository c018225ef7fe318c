/** Sessions and API tokens; identity providers; what the embedded provider keeps of people: passwords, factors, links. */
export const sessionsAndSignIn = {
  name: '0004-sessions-and-sign-in',
  sql: `
create table identity_providers (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
  name text not null,
  type text not null check (type in ('OKTA','OIDC','SAML','EMBEDDED')),
  external_uuid text,
  issuer text,
  client_id text,
  client_secret bytea,
  scopes text[] not null default '{openid,email,profile}',
  domains text[] not null default '{}',
  allow_user_creation boolean not null default false,
  use_external_acl boolean not null default false,
  claim_mapping jsonb not null default '{}',
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users (id) on delete cascade,
  provider_id text not null,
  -- The provider's own name of its session (sid), by which it can end ours.
  provider_session text,
  amr text[] not null default '{}',
  refresh_count integer not null default 0,
  refresh_limit integer not null,
  authenticated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ends_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  address text,
  device text not null default '',
  impersonator_id bigint references users (id),
  impersonation_reason text,
  read_only boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_why text
);
create index sessions_user on sessions (user_id, created_at desc);
create index sessions_provider on sessions (provider_id, provider_session) where provider_session is not null;
create index sessions_ends on sessions (ends_at);

-- A session's tokens: the present one, and those it replaced (they betray a thief).
create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  replaced_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);

create table api_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  hash bytea not null unique,
  permissions text[],
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index api_tokens_user on api_tokens (user_id);

create function sessions_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', new.id::text);
  return null;
end $$;
create trigger sessions_changed after update of ended_at, expires_at, read_only on sessions for each row execute function sessions_changed();
create trigger api_tokens_rights after update of permissions, expires_at or delete on api_tokens for each row execute function rights_changed();
-- The LIFT roles hold where a LIFT deployment is.
create function lift_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights', '');
  return null;
end $$;
create trigger deployments_rights after insert or delete or update of stage, account_id on deployments for each statement execute function lift_changed();

create table user_passwords (
  user_id bigint primary key references users (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);

create table user_totps (
  user_id bigint primary key references users (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the last code taken: a code counts once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table one_time_links (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('activation','reset')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_links_user on one_time_links (user_id);

-- Guesses at passwords and codes, by e-mail address (known or not) and by network address.
create table sign_in_guesses (
  kind text not null check (kind in ('person','address')),
  key text not null,
  failures integer not null default 0,
  since timestamptz not null default now(),
  wait_until timestamptz,
  primary key (kind, key)
);

-- Whatever the embedded OpenID provider keeps: its sessions, grants, codes, tokens, interactions.
create table oidc_records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  person_id bigint,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index oidc_records_grant on oidc_records (grant_id) where grant_id is not null;
create index oidc_records_uid on oidc_records (uid) where uid is not null;
create index oidc_records_person on oidc_records (person_id) where person_id is not null;
create index oidc_records_expires on oidc_records (expires_at);
`,
}
