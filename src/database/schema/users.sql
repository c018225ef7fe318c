-- ---- users ----

create table user_settings (
  user_id bigint primary key references users (id) on delete cascade,
  settings jsonb not null default '{}'
);

-- ---- passwords ----

create table user_passwords (
  user_id bigint primary key references users (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);

-- Guesses at passwords and codes, by e-mail address (known or not) and by network address.
create table sign_in_throttle (
  kind text not null check (kind in ('user','address')),
  key text not null,
  failures integer not null default 0,
  since timestamptz not null default now(),
  wait_until timestamptz,
  primary key (kind, key)
);

-- ---- second-factors ----

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

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- As browsers write it: base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it was used, as the authenticator counts; zero for ever where it does not.
  counter bigint not null default 0,
  -- Kept by a password manager on several devices, not by one device alone.
  synced boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  suspended_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A challenge counts once.
create table used_webauthn_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);

create table totp_enrolments (
  -- The session, or the sign-in under way, that began it.
  holder text primary key,
  user_id bigint not null references users (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default now()
);
create index totp_enrolments_of_user on totp_enrolments (user_id);

-- ---- sign-in-mail ----

-- Links of mails that work once: to activate a user, to reset a password, to confirm a new address.
create table one_time_links (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('activation', 'reset', 'email')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  new_email text,
  check ((new_email is not null) = (purpose = 'email') and new_email = lower(new_email))
);
create index one_time_links_user on one_time_links (user_id);

-- ---- user-management ----

create function user_list_version_raised() returns trigger language plpgsql as $$
begin
  if current_setting('headend.users_raised', true) is distinct from pg_current_xact_id()::text then
    perform set_config('headend.users_raised', pg_current_xact_id()::text, true);
    update user_list_version set version = version + 1, updated_at = now();
  end if;
  return null;
end $$;

create constraint trigger users_raise_list_version
  after insert or delete or update of email, full_name, state, job_title, phone, manager_email,
    notification_blocking, plugins_off, erased_at, is_vendor, issuer on users
  deferrable initially deferred for each row execute function user_list_version_raised();
create constraint trigger role_grants_raise_list_version after insert or delete or update on role_grants
  deferrable initially deferred for each row execute function user_list_version_raised();

-- One row: a version that every change of users or roles raises. Raised at commit, once a transaction, so that nothing
-- is locked after it.
create table user_list_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1,
  updated_at timestamptz
);
insert into user_list_version default values;

create table directory_polls (
  provider_id text primary key,
  -- Changes up to here are known.
  known_until timestamptz,
  asked_at timestamptz,
  error text,
  -- When it last sent something by itself.
  received_at timestamptz,
  -- Since when it fails so often that it is asked less often.
  unstable_since timestamptz
);

-- What happened in a directory, each once however often it is sent; handled ones are deleted after a week.
create table directory_events (
  provider_id text not null,
  event_id text not null,
  at timestamptz not null,
  subject text not null,
  profile boolean not null,
  group_id text,
  is_member boolean,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (provider_id, event_id)
);
create index directory_events_open on directory_events (provider_id, at) where handled_at is null;
create index directory_events_handled on directory_events (handled_at);

-- ---- user-deletion ----

create table user_deletion_configuration (
  only_row boolean primary key default true check (only_row),
  days_since_last_login integer not null default 365,
  days_since_creation integer not null default 365,
  auto_approve boolean not null default false,
  days_after_candidate integer not null default 30,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into user_deletion_configuration default values;

-- ---- access-requests ----

create table access_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  wanted text not null check (length(wanted) <= 80),
  role text not null,
  account_id bigint references accounts (id),
  asked_at timestamptz not null default now(),
  unique nulls not distinct (user_id, wanted, account_id)
);
