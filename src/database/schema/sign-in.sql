-- ---- identity-providers ----

create table identity_providers (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
  name text not null,
  type text not null check (type in ('OKTA','OIDC','SAML','EMBEDDED')),
  external_uuid text,
  -- Of OpenID providers the issuer, of SAML providers the entity id; with the subject it names a user.
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
  updated_at timestamptz not null default now(),
  -- SAML: where sign-in begins, the name by which the provider knows this portal, and what it signs with.
  entry_point text,
  entity_id text,
  certificates text[] not null default '{}',
  -- The management API of the provider's directory; the secret is encrypted.
  management_url text,
  management_secret bytea,
  -- What the directory shows with the events that it sends; encrypted.
  events_secret bytea,
  -- The directory's own id of the group whose users it asks for a second factor.
  factor_group text,
  connection_changed_at timestamptz not null default now(),
  trusts_routed_addresses boolean not null default true
);
create unique index identity_providers_issuer on identity_providers (issuer) where issuer is not null;
alter table directory_polls add foreign key (provider_id) references identity_providers (id) on delete cascade;
alter table directory_events add foreign key (provider_id) references identity_providers (id) on delete cascade;

-- A ring: the newest of each provider. Steps say what went well and what did not; never codes, tokens or secrets.
create table sign_in_attempts (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  kind text not null check (kind in ('SIGN_IN','TEST')),
  email text,
  domain text,
  outcome text not null default 'UNDER_WAY' check (outcome in ('UNDER_WAY','SIGNED_IN','REJECTED','TESTED')),
  steps jsonb not null default '[]',
  started_by bigint references users (id) on delete cascade,
  at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sign_in_attempts_provider on sign_in_attempts (provider_id, at desc);
create index sign_in_attempts_domain on sign_in_attempts (domain, at desc) where domain is not null;
create index sign_in_attempts_at on sign_in_attempts (at);

-- SAML requests that wait for their response: a browser posts it from the provider's site, where our cookies do not go.
create table saml_requests (
  id text primary key,
  relay_state text not null unique,
  provider_id text not null,
  attempt uuid,
  test boolean not null default false,
  -- What the provider says of the user, encrypted, until the browser that asked fetches it.
  response bytea,
  expires_at timestamptz not null
);
create index saml_requests_expires on saml_requests (expires_at);

create table saml_keys (
  -- There is one.
  id smallint primary key default 1 check (id = 1),
  certificate text not null,
  -- Encrypted.
  private_key bytea not null,
  created_at timestamptz not null default now()
);

-- ---- impersonation ----

-- Outlives its session: the customer reads for years who was in their account, and why.
create table impersonations (
  id bigint generated always as identity primary key,
  session_id uuid not null unique,
  impersonator_id bigint not null references users (id),
  user_id bigint not null references users (id),
  -- The accounts in which the user had roles at the time.
  account_ids bigint[] not null,
  opened_account_id bigint references accounts (id),
  reason text not null check (length(reason) <= 500),
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  writing_at timestamptz,
  ended_at timestamptz,
  ended_why text check (ended_why in ('exit','logout','expired','revoked'))
);
create index impersonations_accounts on impersonations using gin (account_ids);
create index impersonations_started on impersonations (started_at desc, id desc);
create index impersonations_open on impersonations (ends_at) where ended_at is null;

-- ---- domains ----

create table forbidden_domains (
  domain text primary key,
  added_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now()
);

create table domain_verifications (
  account_id bigint not null references accounts (id) on delete cascade,
  -- As it stands on the account's list.
  domain text not null,
  token text not null,
  state text not null default 'UNPROVEN' check (state in ('UNPROVEN','PROVEN','LOST')),
  -- When it came into its state.
  since timestamptz not null default now(),
  checked_at timestamptz,
  -- The last check got no response; the state stays as it was.
  unanswered boolean not null default false,
  unanswered_since timestamptz,
  primary key (account_id, domain)
);
create index domain_verifications_checked on domain_verifications (checked_at nulls first);

-- ---- scim ----

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
