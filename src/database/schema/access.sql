-- ---- user-records ----

create table users (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  full_name text not null,
  state text not null default 'staged'
    check (state in ('staged','provisioned','active','recovery','passwordExpired','lockedOut','deprovisioned',
    'suspended','candidateForDeletion','approvedForDeletion')),
  state_before text,
  job_title text,
  phone text,
  manager_email text,
  notification_blocking boolean not null default false,
  issuer text,
  subject text,
  last_login_at timestamptz,
  last_idp_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Holds a vendor role; kept by a trigger, so that lists and figures need not read the grants.
  is_vendor boolean not null default false,
  plugins_off text[] not null default '{}',
  plugins_refreshed_at timestamptz,
  subscriptions text[] not null default '{CASES,RELEASES,ANNOUNCEMENTS,CALENDAR}',
  candidate_since timestamptz,
  erased_at timestamptz,
  directory_group text,
  unique (issuer, subject)
);
create unique index users_email on users (email);
create index users_name_trigrams on users using gin (full_name gin_trgm_ops);
create index users_email_trigrams on users using gin (email gin_trgm_ops);
create index users_by_name on users (full_name collate "und-x-icu", id) where erased_at is null;
create index users_by_login on users (last_login_at desc nulls last, id) where erased_at is null;
create index users_by_creation on users (created_at, id) where erased_at is null;
create index users_by_state on users (state, id) where erased_at is null and state <> 'active';
create index users_erased on users (id) where erased_at is not null;
create index users_routed on users (split_part(email, '@', 2)) where issuer is null;

-- Processes keep permissions in memory; they listen to this channel to read them again.
create function permissions_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' then perform pg_notify('permissions', '');
  elsif tg_table_name = 'users' then perform pg_notify('permissions', new.id::text);
  else perform pg_notify('permissions', coalesce(new.user_id, old.user_id)::text);
  end if;
  return null;
end $$;

-- Events keep the name of their actor and never change; the name of an erased user is not shown any more.
create function shown_name(user_id bigint, name text) returns text language sql stable as $$
  select case when exists (select 1 from users u where u.id = shown_name.user_id and u.erased_at is not null)
    then 'Former user' else name end
$$;

create trigger users_permissions after update of state, email, full_name on users
  for each row execute function permissions_changed();

-- Who has which role where: in an account, or (no account) for the vendor.
create table role_grants (
  user_id bigint not null references users (id) on delete cascade,
  role text not null,
  account_id bigint,
  granted_at timestamptz not null default now(),
  granted_by bigint references users (id),
  unique nulls not distinct (user_id, role, account_id)
);
create index role_grants_account on role_grants (account_id, role) where account_id is not null;
-- Users of a role, of the vendor and of customers alike.
create index role_grants_role on role_grants (role, user_id);

create function user_is_vendor() returns trigger language plpgsql as $$
declare changed bigint := coalesce(new.user_id, old.user_id);
begin
  update users set is_vendor = not is_vendor
    where id = changed and is_vendor <> exists (select 1 from role_grants where user_id = changed and account_id is null);
  return null;
end $$;

create trigger role_grants_permissions after insert or update or delete on role_grants
  for each row execute function permissions_changed();
create trigger role_grants_made_vendor after insert on role_grants
  for each row when (new.account_id is null) execute function user_is_vendor();
create trigger role_grants_no_vendor after delete on role_grants
  for each row when (old.account_id is null) execute function user_is_vendor();

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

create trigger api_tokens_permissions after update of permissions, expires_at or delete on api_tokens
  for each row execute function permissions_changed();

-- ---- sessions ----

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users (id) on delete cascade,
  provider_id text not null,
  -- The provider's own name of its session (sid), by which it can end ours.
  provider_session text,
  amr text[] not null default '{}',
  refresh_count integer not null default 0,
  refresh_limit integer not null,
  authenticated_at timestamptz default now(),
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
  ended_why text,
  -- Of a session in which a user works as another one: their own, to which they return.
  own_session_id uuid references sessions (id) on delete set null
);
create index sessions_user on sessions (user_id, created_at desc);
create index sessions_provider on sessions (provider_id, provider_session) where provider_session is not null;
create index sessions_ends on sessions (ends_at);
create index sessions_own on sessions (own_session_id) where own_session_id is not null;

create function sessions_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions', new.id::text);
  return null;
end $$;

create trigger sessions_changed after update of ended_at, expires_at, read_only on sessions
  for each row execute function sessions_changed();

-- A session's tokens: the present one, and those it replaced (who uses one of these has stolen it).
create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  replaced_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);

-- What the embedded OpenID provider stores: its sessions, grants, codes, tokens, interactions.
create table oidc_records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  user_id bigint,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index oidc_records_grant on oidc_records (grant_id) where grant_id is not null;
create index oidc_records_uid on oidc_records (uid) where uid is not null;
create index oidc_records_user on oidc_records (user_id) where user_id is not null;
create index oidc_records_expires on oidc_records (expires_at);
