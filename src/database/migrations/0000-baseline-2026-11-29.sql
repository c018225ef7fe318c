-- The schema that the later migrations change, as it was then. The present one is in ../schema/.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;
create extension if not exists btree_gin;

-- The migrations that this database has, those of its own schema included; src/database/migrate.ts writes it.
create table schema_migrations (
  name text primary key,
  applied_at timestamptz not null default now()
);

-- What happened, recorded in the transaction that did it. Rows never change, but for their place in the chain.
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  name text not null,
  audience text not null check (audience in ('account','vendor','person')),
  subject text not null,
  subject_id text,
  account_id bigint,
  actor_id bigint,
  actor_name text,
  impersonator_id bigint,
  impersonator_name text,
  data jsonb not null default '{}',
  request_id text,
  address text,
  -- Set once, by the event dispatcher, in order of commit; the hash covers the row and the hash before it.
  seq bigint unique,
  hash bytea
);
create index events_unchained on events (id) where seq is null;
create index events_account on events (account_id, id desc) where account_id is not null;
create index events_subject on events (subject, subject_id, id desc);
create index events_actor on events (actor_id, id desc) where actor_id is not null;
create index events_name on events (name, id desc);
create index events_actor_at on events (actor_id, at desc, id desc) where actor_id is not null;

create function events_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.seq is null and old.hash is null and new.seq is not null
     and (to_jsonb(new) - 'seq' - 'hash') = (to_jsonb(old) - 'seq' - 'hash') then
    return new;
  end if;
  raise exception 'events are append-only' using errcode = '55000';
end $$;

create function events_no_truncate() returns trigger language plpgsql as $$
begin raise exception 'events are append-only' using errcode = '55000'; end $$;

create trigger events_append_only before update or delete on events
  for each row execute function events_append_only();
create trigger events_no_truncate before truncate on events execute function events_no_truncate();

-- The end of the chain: number and hash of its newest event.
create table event_chain (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
insert into event_chain (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

-- Responses to calls with an Idempotency-Key, for calls that are repeated; the body is encrypted.
create table idempotency_keys (
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  body text,
  at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_at on idempotency_keys (at);

create table stored_secrets (
  name text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- The last number given at a destination.
create table live_destinations (
  destination text primary key,
  sequence bigint not null,
  at timestamptz not null default now()
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Messages for open pages, numbered per destination; every process reads the new ones.
create table live_messages (
  id bigint generated always as identity primary key,
  destination text not null,
  sequence bigint not null,
  event_id bigint,
  account text,
  audience jsonb,
  request_id text,
  body text not null,
  at timestamptz not null default clock_timestamp(),
  unique (destination, sequence)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index live_messages_at on live_messages using brin (at);

-- Bytes in the store, by digest; rows that nothing refers to are swept.
create table stored_files (
  id bigint generated always as identity primary key,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  size bigint not null,
  created_at timestamptz not null default now()
);
create index stored_files_digest on stored_files (digest);

-- Calls in the present window. Unlogged: a crash may forget them.
create unlogged table rate_limit_counters (
  who text primary key,
  window_number bigint not null,
  calls int not null,
  ends_at timestamptz not null
) with (fillfactor = 70);

-- Changes for external systems, sent after the commit.
create table outbox (
  id bigint generated always as identity primary key,
  line text not null,
  -- Messages of one subject are sent in the order of their ids.
  subject text not null,
  operation text not null,
  content jsonb not null default '{}',
  state text not null default 'WAITING' check (state in ('WAITING','DONE','FAILED','DROPPED')),
  attempts integer not null default 0,
  error text,
  posted_by text,
  posted_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  -- The process that sends it renews this; when it is over, another process takes the message.
  claimed_until timestamptz,
  settled_at timestamptz,
  connection text
);
create index outbox_subject on outbox (line, subject, id);
create index outbox_open on outbox (line, subject, id) where state in ('WAITING','FAILED');
create index outbox_connection on outbox (connection, id) where state in ('WAITING','FAILED');
create index outbox_claimed on outbox (connection) where state = 'WAITING' and claimed_until is not null;

-- One row for bytes that are or were to be scanned; bytes without one came while no scanner was set. A WAITING file is
-- delivered to nobody, an EARLIER one (from before the scanner was set) meanwhile is.
create table file_scans (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  state text not null check (state in ('WAITING','EARLIER','CLEAN','QUARANTINED','UNSCANNABLE')),
  -- What was found, or why it could not be scanned.
  finding text,
  -- Scans that ended without a verdict although the scanner responds, and why the last one did.
  tries integer not null default 0,
  error text,
  due_at timestamptz not null default now(),
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  scanned_at timestamptz,
  check (state not in ('QUARANTINED','UNSCANNABLE') or finding is not null)
);
create index file_scans_open on file_scans (state desc, due_at) where state in ('WAITING','EARLIER');
create index file_scans_bad on file_scans (state) where state in ('QUARANTINED','UNSCANNABLE');

-- What one process of the installation does at a time; the fence grows with each new holder.
create table leases (
  name text primary key,
  holder text,
  fence bigint not null default 0,
  expires_at timestamptz not null
);
insert into leases (name, expires_at) values ('events', now());

create table job_workers (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);

-- Messages of these connections wait.
create table outbox_paused (
  connection text primary key,
  since timestamptz not null default now()
);

-- One mail for many users. Its copies hold the user alone: the mail is composed when it is sent.
create table mail_batches (
  id bigint generated always as identity primary key,
  -- Who composes it, and of what.
  composer text not null,
  source_id bigint not null,
  part integer not null,
  -- As its author reads it.
  subject text not null,
  created_at timestamptz not null default now(),
  unique (composer, source_id, part)
);

-- Mails to send, and those that were sent.
create table mail_outbox (
  id bigint generated always as identity primary key,
  key text unique,
  recipient text,
  subject text,
  body_text text,
  body_html text,
  state text not null default 'WAITING' check (state in ('WAITING','SENT','FAILED','DROPPED')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unsubscribe_url text,
  send_at timestamptz,
  calendar_method text check (calendar_method in ('REQUEST', 'CANCEL')),
  calendar_text text,
  reply_to text,
  thread text,
  batch_id bigint references mail_batches (id) on delete cascade,
  -- The recipient of a copy. Not a foreign key: a copy for a user who is gone is dropped when it is due.
  user_id bigint,
  link_token text,
  author text,
  check ((calendar_method is null) = (calendar_text is null)),
  check (case when batch_id is null then recipient is not null and subject is not null and body_text is not null
    and body_html is not null else user_id is not null and send_at is not null end)
);
-- How many of these mails an address got lately.
create index mail_outbox_onboarding on mail_outbox (recipient, created_at) where key like 'onboarding %';
create index mail_outbox_batch on mail_outbox (batch_id, state) where batch_id is not null;
create index mail_outbox_copies on mail_outbox (send_at, id) where state = 'WAITING' and batch_id is not null;
create index mail_outbox_waiting on mail_outbox (id) where state = 'WAITING' and batch_id is null;
create index mail_outbox_failed on mail_outbox (created_at) where state = 'FAILED';
create index mail_outbox_created on mail_outbox using brin (created_at);
create index mail_outbox_thread on mail_outbox (thread, recipient) where thread is not null;

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

-- ---- jobs ----

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  account_id bigint,
  owner_id bigint references users (id),
  state text not null default 'QUEUED' check (state in ('QUEUED','IN_PROGRESS','DONE','FAILED')),
  steps jsonb not null default '[]',
  input jsonb not null default '{}',
  attempts integer not null default 0,
  error text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- ---- signing ----

create table signing_keys (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  public_key text not null,
  private_key bytea,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  revoked_at timestamptz,
  reason text
);
create unique index signing_keys_active on signing_keys ((true)) where retired_at is null and revoked_at is null;

create table signing_key_lists (
  version integer primary key check (version > 0),
  -- As customers read it.
  list text not null,
  expires_at timestamptz not null,
  -- Fingerprints of the roots that signed it.
  roots text[] not null check (cardinality(roots) > 0),
  imported_at timestamptz not null default now()
);

-- ---- webhooks ----

create table webhooks (
  id uuid primary key,
  account_id bigint not null,
  url text not null check (length(url) <= 2000),
  description text not null default '' check (length(description) <= 250),
  events text[] not null check (cardinality(events) between 1 and 50),
  state text not null default 'ACTIVE' check (state in ('ACTIVE','PAUSED')),
  paused_by text,
  -- Encrypted with SECRET_KEY; the previous one signs too until its time is over.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  -- After a failure nothing is sent before this time.
  next_at timestamptz not null default now(),
  last_error text,
  last_success_at timestamptz,
  created_by bigint references users (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  protocol text check (protocol in ('tmf621')),
  owner text,
  resumed_at timestamptz,
  check ((protocol is null) = (owner is null)),
  check (paused_by in ('USER','FAILURES','MAKER'))
);
create index webhooks_account on webhooks (account_id, created_at);
create index webhooks_owner on webhooks (protocol, owner) where protocol is not null;
create index webhooks_created_by on webhooks (created_by) where created_by is not null;

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  message_id text not null,
  event text not null,
  subject text not null,
  body text not null,
  state text not null default 'WAITING' check (state in ('WAITING','DELIVERED','FAILED')),
  attempts integer not null default 0,
  -- A failed delivery is not tried again before this time.
  next_at timestamptz not null default now(),
  claimed_until timestamptz,
  status integer,
  error text,
  duration_ms integer,
  is_replay boolean not null default false,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  path text not null default '' check (length(path) <= 200)
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, subject, id) where state = 'WAITING';
create index webhook_deliveries_created on webhook_deliveries (created_at);
create index webhook_deliveries_queue on webhook_deliveries (webhook_id, id) where state = 'WAITING';
-- Those that are being sent.
create index webhook_deliveries_claimed on webhook_deliveries (webhook_id, claimed_until)
  where state = 'WAITING' and claimed_until is not null;

-- ---- connections ----

create table connections (
  -- '{port}:{account}', or '{port}:shared'.
  id text primary key,
  port text not null,
  account_id bigint,
  system text not null,
  settings jsonb not null default '{}',
  -- The secret fields as JSON, encrypted with SECRET_KEY; their names.
  secrets bytea,
  secrets_set text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index connections_account on connections (account_id, port);
create index connections_port on connections (port);

-- Also of connections whose settings another table holds.
create table connection_status (
  connection text primary key,
  version integer not null default 1,
  -- A call succeeded since the settings were saved.
  works boolean not null default false,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  failure text,
  fault text,
  circuit_open_since timestamptz,
  next_call_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  simulated_fault text,
  failure_status integer,
  rate_per_second double precision,
  rate_burst integer,
  quota_limit bigint,
  quota_left bigint,
  quota_at timestamptz
);

create table connection_calls (
  id bigint generated always as identity primary key,
  connection text not null,
  at timestamptz not null,
  method text not null,
  -- Without the query.
  path text not null,
  status integer,
  fault text,
  duration_ms integer not null,
  bytes bigint
);
create index connection_calls_newest on connection_calls (connection, id desc);

create table hook_events (
  id bigint generated always as identity primary key,
  connection text not null,
  -- The sender's id: the same event may arrive more than once.
  event_id text not null,
  content text not null,
  received_at timestamptz not null default now(),
  attempts integer not null default 0,
  handled_at timestamptz,
  error text,
  unique (connection, event_id)
);
create index hook_events_open on hook_events (connection, id) where handled_at is null;
create index hook_events_handled on hook_events (handled_at);

create table connection_minutes (
  connection text not null,
  minute timestamptz not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  primary key (connection, minute)
);

-- Names and types of the fields of good responses, for each kind of call; no values.
create table connection_shapes (
  connection text not null,
  operation text not null,
  samples integer not null,
  fields jsonb not null,
  -- What differs from fields, by the path of the field.
  changes jsonb not null default '{}',
  primary key (connection, operation)
);

-- ---- settings ----

create table setting_changes (
  id bigint generated always as identity primary key,
  key text not null check (length(key) <= 100),
  -- Null: back to the default.
  value jsonb,
  changed_by bigint references users (id) on delete set null,
  changed_at timestamptz not null default clock_timestamp()
);
create index setting_changes_newest on setting_changes (key, id desc);
create index setting_changes_user on setting_changes (changed_by);

create function setting_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings', '');
  return null;
end $$;

create trigger setting_changed after insert on setting_changes for each statement execute function setting_changed();

-- ---- mail ----

create table mail_originals (
  id bigint generated always as identity primary key,
  -- Whose mail it is; null for a sender who is no user.
  user_id bigint references users (id) on delete cascade,
  file_id bigint not null references stored_files (id),
  -- All of its text, with what it quotes.
  text text not null,
  received_at timestamptz not null default now()
);
create index mail_originals_user on mail_originals (user_id);
create index mail_originals_file on mail_originals (file_id);

-- ---- accounts ----

create table accounts (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9-]{1,32}$'),
  display_name text not null,
  description text not null default '',
  parent_id bigint references accounts (id),
  is_federated boolean not null default false,
  is_parent boolean not null default false,
  view_only boolean not null default false,
  account_type text not null default 'CUSTOMER' check (account_type in ('CUSTOMER','VAR','NOT_A_PARENT')),
  partner_type text check (partner_type in ('INTERNAL','PARTNER','PARTNER_LAB')),
  stage text not null default 'PRODUCTION' check (stage in ('PRE_SALES','LIFT','PRODUCTION')),
  region text not null check (region in ('NORTH_AMERICA','SOUTH_AMERICA','EMEA','ASIA_PACIFIC')),
  country text,
  city text,
  address text,
  time_zone text not null default 'US/Pacific',
  crm_id text check (crm_id ~ '^[A-Za-z0-9]{18}$'),
  csm_id bigint references users (id),
  project_key text not null unique check (project_key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  requires_mfa boolean not null default false,
  -- The allowed list: domains in lower-case ASCII, *.example.com for those below
  domains text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- People of an allowed domain who sign up get the role USER at once.
  self_join boolean not null default false,
  logo_file_id bigint references stored_files (id),
  logo_type text,
  erased_at timestamptz,
  check (parent_id is distinct from id)
);
create index accounts_parent on accounts (parent_id) where parent_id is not null;
create index accounts_csm on accounts (csm_id) where csm_id is not null;
create index accounts_display_name_trigrams on accounts using gin (display_name gin_trgm_ops);
create index accounts_name_trigrams on accounts using gin (name gin_trgm_ops);
create index accounts_name_beginning on accounts (left(name, 9));
create index accounts_domains on accounts using gin (domains);
create index accounts_deleted on accounts (deleted_at) where deleted_at is not null and erased_at is null;
create index accounts_crm_id on accounts (crm_id) where crm_id is not null;
alter table events add foreign key (account_id) references accounts (id);
alter table role_grants add foreign key (account_id) references accounts (id);
alter table jobs add foreign key (account_id) references accounts (id);
alter table webhooks add foreign key (account_id) references accounts (id) on delete cascade;
alter table connections add foreign key (account_id) references accounts (id) on delete cascade;

create function account_gets_storage() returns trigger language plpgsql as $$
begin insert into account_storage (account_id) values (new.id); return null; end $$;

create trigger accounts_permissions
  after insert
  or update of parent_id, view_only, csm_id, name, deleted_at,
  is_federated on accounts for each statement execute function permissions_changed();
create trigger account_gets_storage after insert on accounts for each row execute function account_gets_storage();

create table deployments (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null,
  version text not null check (version in ('cOS-DOCSIS','cOS-DOCSIS v0.15.x','cOS-CN-DOCSIS','cOS-CN-PON')),
  type text not null check (type in ('DOCSIS','CN-DOCSIS','CN-PON')),
  software_version text,
  stage text not null check (stage in ('PRE_SALES','LIFT','PRODUCTION')),
  modems integer not null default 0,
  onus integer not null default 0,
  exclude_from_total_cm_count boolean not null default false,
  version_number integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  enable_monitoring boolean not null default true,
  unique (account_id, name)
);
create index deployments_name_trigrams on deployments using gin (name gin_trgm_ops);
create index deployments_version_trigrams on deployments using gin (software_version gin_trgm_ops);

-- The LIFT roles hold where a LIFT deployment is.
create function deployment_permissions_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('permissions', '');
  return null;
end $$;

create trigger deployments_permissions after insert or delete or update of stage, account_id on deployments
  for each statement execute function deployment_permissions_changed();

create table account_storage (
  account_id bigint primary key references accounts (id) on delete cascade,
  used bigint not null default 0 check (used >= 0)
);

-- Locks the account's row until the transaction ends: what is added is then compared with the limit.
create function hold_bytes(holder bigint, bytes bigint) returns void language sql as $$
  update account_storage set used = used + bytes where account_id = holder $$;

-- What an account has instead of the value of its plan.
create table facet_overrides (
  account_id bigint not null references accounts (id) on delete cascade,
  facet_id bigint not null,
  is_infinity boolean not null default false,
  number_value bigint,
  boolean_value boolean,
  list_value text,
  primary key (account_id, facet_id),
  check (is_infinity::int + num_nonnulls(number_value, boolean_value, list_value) = 1)
);
create index facet_overrides_facet on facet_overrides (facet_id);

-- Uses of a service in a period; the period is a day or a month of the account's time zone.
create table facet_uses (
  account_id bigint not null references accounts (id) on delete cascade,
  facet text not null,
  period_start date not null,
  used bigint not null check (used > 0),
  primary key (account_id, facet, period_start)
);
create index facet_uses_facet on facet_uses (facet);

-- ---- plugins ----

-- What the tools of an account said when they were last asked.
create table account_plugins (
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null,
  items bigint,
  refreshed_at timestamptz,
  job_id bigint references jobs (id) on delete set null,
  primary key (account_id, name)
);

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

-- ---- join-requests ----

create table join_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references accounts (id),
  status text not null default 'NEW' check (status in ('NEW','APPROVED','REJECTED')),
  reason text,
  decided_by bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index join_requests_open on join_requests (user_id, account_id) where status = 'NEW';
create index join_requests_account on join_requests (account_id, status, updated_at desc);
create index join_requests_updated on join_requests (updated_at desc, id);

-- ---- account-requests ----

create table account_requests (
  id bigint generated always as identity primary key,
  request_type text not null check (request_type in ('ACCOUNT','DEPLOYMENT')),
  request_status text not null default 'NEW' check (request_status in ('NEW','APPROVED','REJECTED')),
  -- What is asked for, as the contract shapes it.
  wanted jsonb not null,
  reason text,
  requested_by bigint not null references users (id),
  decided_by bigint references users (id),
  job_id bigint references jobs (id) on delete set null,
  -- The account that was made, or that the deployment is for.
  account_id bigint references accounts (id),
  deployment_id bigint references deployments (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  requested_by_impersonator bigint references users (id)
);
create index account_requests_updated on account_requests (updated_at desc, id);
create index account_requests_by on account_requests (requested_by, updated_at desc);

-- ---- sign-up ----

create table sign_ups (
  user_id bigint primary key references users (id) on delete cascade,
  account_name text not null,
  created_at timestamptz not null default now()
);

-- ---- templates ----

create table templates (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 1000),
  delivery_method text not null default 'Banner' check (delivery_method in ('Banner','BellAlert','ModalAlert')),
  title text not null check (length(title) between 1 and 500),
  -- Markdown with placeholders.
  content text not null check (octet_length(content) between 1 and 65536),
  link text,
  user_inputs jsonb not null default '[]',
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into templates (name, description, delivery_method, title, content) values
  ('Case updated', 'The text of mails about an update of a case; the comment follows it.', 'BellAlert',
    '{{case.subject}}', '{{case.change}}'),
  ('Outage opened', 'Sent when a case becomes an outage.', 'Banner',
    'Outage {{case.key}}: {{case.subject}}', '{{case.change}} The priority is {{case.priority}}.'),
  ('Outage closed', 'Sent when an outage is resolved or closed.', 'BellAlert',
    'Outage {{case.key}} is {{case.status}}: {{case.subject}}', '{{case.change}}'),
  ('Subscription expires', 'Sent before and when a subscription expires.', 'BellAlert',
    '{{account.name}}: the {{subscription.plan}} plan ends on {{subscription.expires}}',
    'The {{subscription.plan}} plan of {{account.name}} ends on {{subscription.expires}}. Agree on the next period.'),
  ('Registry credential expires', 'Sent 30, 7 and 1 days before a credential of the registry expires.', 'BellAlert',
    'The registry credential {{credential.name}} expires',
    'The registry credential {{credential.name}} of {{account.name}} expires on {{credential.expires}}. Create a new one, then change it where it is used.'),
  ('Release ready', 'The text of mails about a delivered release.', 'BellAlert',
    '{{release.name}} was delivered to {{account.name}}',
    E'{{release.name}} is ready for {{account.name}}. It was approved by a second user and signed.\n\nDownload it in the portal; the page of the release says how to verify it offline.'),
  ('Subscription reminder', 'The text of the reminder to the customer success manager.', 'BellAlert',
    '{{account.name}}: the {{subscription.plan}} plan ends on {{subscription.expires}}',
    'The {{subscription.plan}} plan of {{account.name}} ends on {{subscription.expires}} (days left: {{subscription.daysLeft}}). Agree on the next period, then set the new date.');

-- ---- announcements ----

create table announcement_categories (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  sub_category text check (length(sub_category) between 1 and 60),
  -- Used by the portal itself: authors cannot choose it, users cannot mute it.
  internal boolean not null default false,
  version integer not null default 1,
  unique nulls not distinct (name, sub_category)
);
insert into announcement_categories (name, internal) values ('Service', false), ('Maintenance', false), ('Software', false),
  ('Security', false), ('Support', false), ('Commercial', false), ('Configuration change', true);

create table announcements (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  -- Markdown.
  message text not null check (length(message) between 1 and 1000000),
  type text not null check (type in ('error','info','success','warning')),
  link text,
  query_params jsonb not null default '{}',
  attachments_urls text[] not null default '{}',
  delivery_method text not null check (delivery_method in ('Banner','BellAlert','ModalAlert')),
  email_copy boolean not null default false,
  category_id bigint not null references announcement_categories (id),
  expiration_at timestamptz,
  is_system boolean not null default false,
  recipients_type text not null
    check (recipients_type in ('EVERYONE','EVERYONE_AND_SIGN_IN','VENDOR_USERS','CUSTOMER_USERS','USERS','FILTER')),
  recipients jsonb not null default '{}',
  -- The accounts that its author may address (assigned ones); null = all.
  limited_to bigint[],
  delivery_time_type text not null check (delivery_time_type in ('NOW','AT')),
  delivery_time timestamptz not null,
  -- The author's zone: the clock time of the first occurrence is read in it.
  time_zone text not null,
  time_zone_of text not null default 'AUTHOR' check (time_zone_of in ('AUTHOR','RECIPIENT')),
  recurrence text not null default 'ONCE' check (recurrence in ('ONCE','DAILY','WEEKLY','MONTHLY')),
  repeat_every integer not null default 1 check (repeat_every between 1 and 365),
  days_of_week text[] not null default '{}',
  days_of_month integer[] not null default '{}',
  stopping_point jsonb not null default '{"type":"NEVER"}',
  state text not null default 'DRAFT' check (state in ('DRAFT','ENABLED','INACTIVE')),
  -- How many occurrences have been planned, and the clock time of the last one.
  planned integer not null default 0,
  planned_wall timestamp,
  author_id bigint not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  template_id bigint references templates (id),
  -- Values of user inputs by name.
  template_inputs jsonb not null default '{}',
  -- Values that the event of a bound template gave.
  event_values jsonb not null default '{}',
  -- Title, message and link as lists of texts and variables of the recipient; null = the same for every recipient.
  personal jsonb,
  withdrawn_by_template boolean not null default false,
  -- The recorded event that it reports: one announcement of a template for each.
  event_id bigint
);
create index announcements_category on announcements (category_id);
create index announcements_author on announcements (author_id);
create index announcements_enabled on announcements (id) where state = 'ENABLED';
create index announcements_template on announcements (template_id) where template_id is not null;
create unique index announcements_event on announcements (event_id, template_id) where event_id is not null;
create index announcements_attachments on announcements using gin (attachments_urls);

create table announcement_deliveries (
  id bigint generated always as identity primary key,
  announcement_id bigint not null references announcements (id) on delete cascade,
  occurrence integer not null,
  -- The zone whose users get it; null = all.
  time_zone text,
  -- The last zone of an occurrence: it takes all who did not get it in theirs.
  takes_rest boolean not null default true,
  due_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING','DONE','SKIPPED')),
  last_user_id bigint not null default 0,
  late boolean not null default false,
  delivered integer not null default 0,
  mailed integer not null default 0,
  muted integer not null default 0,
  finished_at timestamptz,
  addressed integer not null default 0,
  unique nulls not distinct (announcement_id, occurrence, time_zone)
);
create index announcement_deliveries_due on announcement_deliveries (due_at, id) where state = 'WAITING';

create table announcement_inbox (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  announcement_id bigint not null references announcements (id) on delete cascade,
  occurrence integer not null,
  delivered_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  -- The user muted the category or blocks notifications: listed, but not announced.
  muted boolean not null default false,
  mailed boolean not null default false,
  is_test boolean not null default false,
  digest_at timestamptz,
  -- When it was shown to the user first.
  seen_at timestamptz,
  mail_failed boolean not null default false,
  -- The last item of the digest that has it; null = in none.
  digest_id bigint,
  unique (announcement_id, occurrence, user_id)
);
create index announcement_inbox_user on announcement_inbox (user_id, id desc);
create index announcement_inbox_unread on announcement_inbox (user_id) where acknowledged_at is null and not muted;
create index announcement_inbox_digest on announcement_inbox (digest_at) where digest_at is not null;

create table announcement_settings (
  user_id bigint not null references users (id) on delete cascade,
  category_id bigint not null references announcement_categories (id) on delete cascade,
  bell boolean not null,
  mail boolean not null,
  push boolean not null default true,
  mail_when text not null default 'AT_ONCE' check (mail_when in ('AT_ONCE','DAILY','WEEKLY')),
  mail_changed_at timestamptz,
  primary key (user_id, category_id)
);
create index announcement_settings_category on announcement_settings (category_id);

create table template_bindings (
  event text primary key,
  template_id bigint not null references templates (id),
  type text not null check (type in ('error','info','success','warning')),
  category_id bigint not null references announcement_categories (id),
  email_copy boolean not null,
  -- The author of the announcements.
  bound_by bigint not null references users (id),
  announce boolean not null default true
);
create index template_bindings_template on template_bindings (template_id);
create index template_bindings_category on template_bindings (category_id);
create index template_bindings_user on template_bindings (bound_by);

create table template_binding_version (
  version integer not null
);
insert into template_binding_version values (1);

create table announcement_files (
  id bigint generated always as identity primary key,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  digest text not null,
  uploaded_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index announcement_files_file on announcement_files (file_id);
create index announcement_files_uploader on announcement_files (uploaded_by);

create table notification_hours (
  user_id bigint primary key references users (id) on delete cascade,
  -- The hour of digests, and the day of weekly ones, on the clock of the user.
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  digest_day text not null default 'MO' check (digest_day in ('MO','TU','WE','TH','FR','SA','SU')),
  -- Minutes of the user's day; null = no quiet hours.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);

-- ---- web-push ----

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  endpoint text not null unique,
  public_key text not null,
  auth_secret text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);

-- ---- cases ----

create function account_gets_case_list_version() returns trigger language plpgsql as $$
begin insert into case_list_versions (account_id) values (new.id) on conflict do nothing; return null; end $$;

-- The words of a text: lower case, without accents, letters and digits alone, each once, at most 60 characters long.
create function search_terms(input text) returns text[] language sql stable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 60)), '{}')
  from regexp_split_to_table(lower(unaccent(input)), '[^[:alnum:]]+') as word where word <> ''
$$;

-- Names that lists of cases show: a new one makes what browsers keep of those lists stale.
create function users_shown_in_cases() returns trigger language plpgsql as $$
begin
  update case_list_versions set version = version + 1 where account_id in (
    select account_id from cases where reporter_id = new.id union select account_id from cases where assignee_id = new.id);
  return null;
end $$;

create function accounts_shown_in_cases() returns trigger language plpgsql as $$
begin update case_list_versions set version = version + 1 where account_id = new.id; return null; end $$;

create trigger account_gets_case_list_version after insert on accounts
  for each row execute function account_gets_case_list_version();
create trigger users_shown_in_cases after update of full_name, email on users
  for each row when (old.full_name is distinct from new.full_name or old.email is distinct from new.email)
  execute function users_shown_in_cases();
create trigger accounts_shown_in_cases after update of name, display_name, project_key, deleted_at on accounts
  for each row execute function accounts_shown_in_cases();

-- One row per account: the next case number, and a version that every write to its cases raises (ETags of lists).
create table case_list_versions (
  account_id bigint primary key references accounts (id),
  next_number integer not null default 1,
  version bigint not null default 1,
  updated_at timestamptz
);

-- What customers and staff work on: cases, outages and hardware returns, by type.
create table cases (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  key text not null unique,
  tracker_key text,
  type text not null default 'CASE' check (type in ('CASE','OUTAGE','RMA')),
  internal boolean not null default false,
  status text not null default 'NEW'
    check (status in ('NEW','OPEN','IN_PROGRESS','WAITING_FOR_CUSTOMER','WAITING_FOR_VENDOR','ESCALATED','RESOLVED',
    'CLOSED','DECLINED')),
  is_open boolean not null generated always as (status in ('NEW','OPEN','IN_PROGRESS','WAITING_FOR_CUSTOMER',
    'WAITING_FOR_VENDOR','ESCALATED')) stored,
  priority text not null check (priority in ('LOW','MEDIUM','HIGH','CRITICAL')),
  priority_rank smallint not null
    generated always as (case priority when 'LOW' then 1 when 'MEDIUM' then 2 when 'HIGH' then 3 else 4 end) stored,
  subject text not null check (length(subject) <= 250),
  description text not null default '' check (length(description) <= 32767),
  product text,
  product_version text,
  deployment_id bigint references deployments (id),
  contact text,
  labels text[] not null default '{}',
  reporter_id bigint not null references users (id),
  assignee_id bigint references users (id),
  comment_count integer not null default 0,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references users (id),
  resolution_reason text
    check (resolution_reason in ('fixed-in-release','workaround','configuration-change','plant-repair',
    'hardware-replaced', 'third-party','duplicate','not-reproducible','as-designed','answered','withdrawn')),
  crm_id text check (length(crm_id) <= 64),
  reopened_at timestamptz,
  due_at timestamptz not null default 'infinity',
  external_id text check (length(external_id) between 1 and 100)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index cases_account_updated on cases (account_id, internal, updated_at desc, id desc);
create index cases_account_status on cases (account_id, internal, status, updated_at desc, id desc);
create index cases_account_open on cases (account_id, internal, updated_at desc, id desc) where is_open;
create index cases_updated on cases (internal, updated_at desc, id desc);
create index cases_open on cases (internal, updated_at desc, id desc) where is_open;
create index cases_assignee on cases (assignee_id, updated_at desc) where assignee_id is not null;
create index cases_reporter on cases (reporter_id, updated_at desc);
create index cases_resolved on cases (account_id, resolved_at desc) where resolved_at is not null;
create index cases_key_trigrams on cases using gin (key gin_trgm_ops);
create index cases_open_priority on cases (internal, priority_rank desc, id desc) where is_open;
create index cases_outages on cases (account_id) where type = 'OUTAGE' and not internal;
create index cases_tracker_key on cases (tracker_key) where tracker_key is not null;
create index cases_account_due on cases (account_id, internal, due_at, id) where is_open;
create index cases_due on cases (internal, due_at, id) where is_open;
create unique index cases_external_id on cases (account_id, external_id) where external_id is not null;
-- A case counts in a report that begins at or before this time: an open one in every report.
create index cases_report
  on cases (greatest(created_at, resolved_at, reopened_at, case when is_open then 'infinity'::timestamptz end))
  include (account_id, type, priority, status, is_open, product, created_at, first_response_at, resolved_at, reopened_at)
  where not internal;

create table case_comments (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  author_name text,
  author_is_customer boolean not null default false,
  original_id bigint references mail_originals (id) on delete set null,
  is_cut boolean not null default false
);
create index case_comments_case on case_comments (case_id, id);
create index case_comments_original on case_comments (original_id) where original_id is not null;

create table case_watchers (
  case_id bigint not null references cases (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  primary key (case_id, user_id)
);
create index case_watchers_user on case_watchers (user_id, case_id);

create table case_addressees (
  case_id bigint not null references cases (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  primary key (case_id, user_id)
);

-- When a user last saw a case.
create table case_reads (
  user_id bigint not null references users (id) on delete cascade,
  case_id bigint not null references cases (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (user_id, case_id)
);

create table case_readers (
  user_id bigint primary key references users (id) on delete cascade,
  version bigint not null default 1
);

-- Words of a case for search: what the account may read, and besides it what vendor staff wrote among themselves.
create table case_search (
  case_id bigint primary key references cases (id) on delete cascade,
  customer_words tsvector not null,
  internal_words tsvector not null default ''::tsvector,
  account_id bigint not null,
  internal boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0.05);
create index case_search_customer on case_search using gin (account_id, customer_words);
create index case_search_internal on case_search using gin (account_id, internal_words);

-- Up to so many cases of one side that have the words, of some accounts or (null) of all; null when there are certainly
-- twice as many: then nobody needs their number, and the newest of them are soon met in order of time. Certain by some
-- 700 cases from anywhere, the same each time, so that they stay in memory. The newest are not asked: after a flood of
-- cases about something else the index would gather a quarter of a million places of a common word to name 10,000. And
-- the words must be on five pages of the table, for one page is full of them where one event made all the cases.
-- Always by the index of words: a limit tempts the planner to walk the table until it has enough, which for words that
-- never meet is all of it.
create function cases_with_words(wanted tsquery, accounts bigint[], of_internal boolean, words_inside boolean, most integer)
returns bigint[] language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
declare
  matching bigint[];
  percent real;
  seen record;
begin
  if accounts is null then
    select least(100, 70000 / greatest(reltuples, 1)) into percent from pg_class where oid = 'case_search'::regclass;
    select count(*) * 100 / percent as anywhere, count(distinct (ctid::text::point)[0]) as pages into seen
    from case_search tablesample system (percent) repeatable (1)
    where internal = of_internal and (customer_words @@ wanted or words_inside and internal_words @@ wanted);
    if seen.anywhere > 2 * most and seen.pages >= 5 then return null; end if;
  end if;
  execute 'select array(select case_id from case_search where internal = $3 and '
    || case when accounts is null then '' else 'account_id = any($2) and ' end
    || case when words_inside then '(customer_words @@ $1 or internal_words @@ $1)' else 'customer_words @@ $1' end || ' limit $4)'
  into matching using wanted, accounts, of_internal, most;
  return matching;
end $$;

-- Every word there is, to forgive typing errors.
create table search_words (
  word text primary key
);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);

-- What somebody typed, as a query: each word with its longer forms that cases have, and what it may be by a typing error
-- in its letters (a number with another digit is another number).
create function forgiving_query(input text) returns tsquery language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  select string_agg(alternatives, ' & ')::tsquery from (
    select '(' || string_agg(alternative, ' | ') || ')' as alternatives
    from unnest((search_terms(input))[1:10]) as wanted,
      lateral (select array(select word from search_words where word like wanted || '%' limit 41) as words) longer,
      lateral (
        select '''' || wanted || case when cardinality(words) > 40 then ''':*' else '''' end as alternative
        union
        select '''' || word || '''' from unnest(words) as word where cardinality(words) <= 40
        union
        (select '''' || known.word || '''' from search_words known
         where length(wanted) >= 4 and wanted !~ '[0-9]' and known.word % wanted
           and levenshtein_less_equal(known.word, wanted, case when length(wanted) >= 8 then 2 else 1 end)
             <= case when length(wanted) >= 8 then 2 else 1 end
         order by similarity(known.word, wanted) desc limit 20)
      ) as either
    group by wanted
  ) as every_word
$$;

create function index_cases(wanted bigint[]) returns void language plpgsql as $$
declare
  the_case cases;
  shared text[];
  internal_texts text;
  everything text[];
  words text[] := '{}';
begin
  for the_case in select * from cases where id = any(wanted) order by id loop
    everything := '{}';
    select search_terms(left(concat_ws(' ', the_case.key, the_case.tracker_key, the_case.external_id,
      (select string_agg(k.tracker_key, ' ') from tracker_keys k where k.case_id = the_case.id and k.tracker_key is distinct from the_case.tracker_key),
      the_case.subject, the_case.product, the_case.product_version,
      array_to_string(the_case.labels, ' '), the_case.description,
      (select string_agg(a.filename, ' ') from case_attachments a where a.case_id = the_case.id),
      (select string_agg(m.body, ' ' order by m.id desc) from case_comments m where m.case_id = the_case.id)), 100000)) into shared;
    select string_agg(m.body, ' ' order by m.id desc) into internal_texts from case_internal_comments m where m.case_id = the_case.id;
    if internal_texts is not null then
      everything := array(select distinct word from unnest(shared || search_terms(left(internal_texts, 100000))) as word limit 60000);
    end if;
    insert into case_search (case_id, account_id, internal, customer_words, internal_words)
    values (the_case.id, the_case.account_id, the_case.internal, array_to_tsvector(shared), array_to_tsvector(everything))
    on conflict (case_id) do update set account_id = excluded.account_id, customer_words = excluded.customer_words, internal_words = excluded.internal_words;
    words := words || shared || everything;
  end loop;
  -- In one order always, so that two writers never wait for each other.
  insert into search_words (word) select word from unnest(words) as word where length(word) > 2 group by word order by word on conflict do nothing;
end $$;

-- Writes the words of a case again, in the transaction that changed them. The first 100,000 characters count, which
-- keeps the vector within what PostgreSQL can hold. The internal words hold those of the customer side too, so that a
-- search by vendor staff finds a case whose words are spread over both.
create function index_case(wanted bigint) returns void language sql as $$ select index_cases(array[wanted]) $$;

-- ---- comments ----

-- Its own table on purpose: no query of a customer's path names it.
create table case_internal_comments (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  author_name text
);
create index case_internal_comments_case on case_internal_comments (case_id, id);

-- ---- case-links ----

-- The other direction of a link is not stored: it is read from the other case.
create table case_links (
  case_id bigint not null references cases (id) on delete cascade,
  kind text not null check (kind in ('IS_BLOCKED_BY','RELATES_TO','DUPLICATES')),
  other_id bigint not null references cases (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (case_id, kind, other_id),
  check (case_id <> other_id)
);
create index case_links_other on case_links (other_id);

-- ---- case-files ----

-- The files of a deleted case are deleted after it, when its account is no longer known.
create function case_frees_bytes() returns trigger language plpgsql as $$
declare bytes bigint;
begin
  select sum(size)::bigint into bytes from case_attachments where case_id = old.id;
  if bytes > 0 then perform hold_bytes(old.account_id, -bytes); end if;
  return old;
end $$;

create trigger case_frees_bytes before delete on cases for each row execute function case_frees_bytes();

create table case_attachments (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id) on delete cascade,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null default false,
  digest text not null,
  author_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  author_name text
);
create index case_attachments_case on case_attachments (case_id, id);
-- Whose files they are, once something was found.
create index case_attachments_digest on case_attachments (digest);

create function attachments_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select c.account_id, sum(f.size)::bigint as bytes from changed f join cases c on c.id = f.case_id group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;

create trigger attachments_added after insert on case_attachments referencing new table as changed
  for each statement execute function attachments_hold_bytes();
create trigger attachments_gone after delete on case_attachments referencing old table as changed
  for each statement execute function attachments_hold_bytes();

create table case_drafts (
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  draft jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (user_id, account_id)
);

create table case_draft_files (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null default false,
  digest text not null,
  created_at timestamptz not null default now()
);
create index case_draft_files_owner on case_draft_files (user_id, account_id);

create function draft_files_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select account_id, sum(size)::bigint as bytes from changed group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;

create trigger draft_files_added after insert on case_draft_files referencing new table as changed
  for each statement execute function draft_files_hold_bytes();
create trigger draft_files_gone after delete on case_draft_files referencing old table as changed
  for each statement execute function draft_files_hold_bytes();

-- ---- rnd-projects ----

create table rnd_projects (
  project_key text primary key check (project_key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  project_label text not null check (length(project_label) between 1 and 100),
  in_use boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  next_number integer not null default 1
);
create unique index rnd_projects_in_use on rnd_projects (in_use) where in_use;
insert into rnd_projects (project_key, project_label, in_use) values ('RND', 'Research and development', true);

-- ---- escalation ----

create table rnd_issues (
  id bigint generated always as identity primary key,
  project_key text not null references rnd_projects (project_key),
  key text not null unique,
  subject text not null check (length(subject) between 1 and 250),
  description text not null default '' check (length(description) <= 32767),
  priority text not null check (priority in ('LOW','MEDIUM','HIGH','CRITICAL')),
  status text not null default 'NEW' check (status in ('NEW','REPRODUCED','IN_PROGRESS','FIXED','CLOSED','REJECTED')),
  is_open boolean not null generated always as (status in ('NEW','REPRODUCED','IN_PROGRESS')) stored,
  fix_bundle_id bigint,
  owner_id bigint references users (id),
  -- When it reached each state; milestones of cases are derived from these alone.
  reproduced_at timestamptz,
  started_at timestamptz,
  fixed_at timestamptz,
  created_by bigint not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index rnd_issues_updated on rnd_issues (updated_at desc, id desc);
create index rnd_issues_open on rnd_issues (updated_at desc, id desc) where is_open;
create index rnd_issues_fix on rnd_issues (fix_bundle_id) where fix_bundle_id is not null;

create table rnd_issue_cases (
  case_id bigint primary key references cases (id) on delete cascade,
  issue_id bigint not null references rnd_issues (id) on delete cascade,
  linked_by bigint not null references users (id),
  linked_at timestamptz not null default now()
);
create index rnd_issue_cases_issue on rnd_issue_cases (issue_id, case_id);

-- Its own table on purpose: no query of a customer's path names it.
create table rnd_texts (
  id bigint generated always as identity primary key,
  issue_id bigint not null references rnd_issues (id) on delete cascade,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  created_at timestamptz not null default now()
);
create index rnd_texts_issue on rnd_texts (issue_id, id);

-- ---- outages ----

create table outages (
  case_id bigint primary key references cases (id) on delete cascade,
  conversion text not null default 'QUEUED' check (conversion in ('QUEUED','DONE')),
  requested_by bigint references users (id),
  requested_by_name text,
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at),
  total_cms_affected integer not null default 0 check (total_cms_affected >= 0),
  -- Modems per device family, when they were given: cn, cnD31, nonCn, d31, onu.
  by_family jsonb,
  reason text not null default 'unknown'
    check (reason in ('fibre','power','cin','ptp','provisioning','modem-firmware','rf-ingress','core','rpd-restart',
    'change','certificate','hardware','unknown')),
  is_vendor_issue boolean,
  cmts_version text check (length(cmts_version) <= 100),
  rpd_version text check (length(rpd_version) <= 100),
  plan_of_action text not null default '' check (length(plan_of_action) <= 32767),
  last_update_at timestamptz not null default now(),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  missed_after timestamptz,
  correction text
);
create index outages_started on outages (started_at desc, case_id desc);
create index outages_open on outages (started_at, case_id) where ended_at is null;
create index outages_span on outages using gist (tstzrange(started_at, ended_at, '[]'));

create table outage_entries (
  id bigint generated always as identity primary key,
  case_id bigint not null references outages (case_id) on delete cascade,
  at timestamptz not null,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  created_at timestamptz not null default now()
);
create index outage_entries_case on outage_entries (case_id, at desc, id desc);

-- Its own table on purpose: no query of a customer's path names it.
create table outage_internal_entries (
  id bigint generated always as identity primary key,
  case_id bigint not null references outages (case_id) on delete cascade,
  at timestamptz not null,
  author_id bigint not null references users (id),
  body text not null check (length(body) between 1 and 32767),
  created_at timestamptz not null default now()
);
create index outage_internal_entries_case on outage_internal_entries (case_id, at desc, id desc);

create table outage_counts (
  case_id bigint not null references outages (case_id) on delete cascade,
  at timestamptz not null,
  missing integer not null check (missing >= 0),
  primary key (case_id, at)
);

-- ---- sla ----

create table sla_months (
  account_id bigint not null references accounts (id) on delete cascade,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The zone of the account when the month began to be kept: a later change does not move a month.
  time_zone text not null,
  -- Null: not read yet, or not known.
  cn integer check (cn >= 0),
  cn_d31 integer check (cn_d31 >= 0),
  non_cn integer check (non_cn >= 0),
  d31 integer check (d31 >= 0),
  onu integer check (onu >= 0),
  counts_read_at timestamptz,
  closed_at timestamptz,
  -- The newest revision; 0 until the month is closed.
  revision integer not null default 0,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (account_id, month)
);
create index sla_months_to_close on sla_months (month) where closed_at is null;

-- What staff changed about an outage in one month; the newest row of an outage holds.
create table sla_line_edits (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  month text not null,
  case_id bigint not null references cases (id) on delete cascade,
  excluded text check (excluded in ('PLANNED_WORK','DUPLICATE','WITHDRAWN')),
  counted_modems integer check (counted_modems >= 0),
  reason text not null check (length(reason) between 1 and 1000),
  edited_by bigint references users (id),
  edited_at timestamptz not null default now(),
  foreign key (account_id, month) references sla_months (account_id, month) on delete cascade
);
create index sla_line_edits_line on sla_line_edits (account_id, month, case_id, id desc);
create index sla_line_edits_case on sla_line_edits (case_id);
create index sla_line_edits_user on sla_line_edits (edited_by) where edited_by is not null;

-- A closed month as it was shown, with its lines; a revision never changes.
create table sla_revisions (
  account_id bigint not null,
  month text not null,
  revision integer not null,
  made_at timestamptz not null default now(),
  made_by bigint references users (id),
  reason text check (length(reason) between 1 and 1000),
  counts jsonb not null,
  lines jsonb not null,
  primary key (account_id, month, revision),
  foreign key (account_id, month) references sla_months (account_id, month) on delete cascade
);
create index sla_revisions_user on sla_revisions (made_by) where made_by is not null;

create table signed_sla_months (
  account_id bigint not null,
  month text not null,
  revision integer not null,
  json bytea not null,
  csv bytea not null,
  pdf bytea not null,
  -- Ed25519 signatures of the files' bytes.
  json_signature bytea not null check (length(json_signature) = 64),
  csv_signature bytea not null check (length(csv_signature) = 64),
  pdf_signature bytea not null check (length(pdf_signature) = 64),
  key_id text not null references signing_keys (id),
  signed_at timestamptz not null default now(),
  primary key (account_id, month, revision),
  foreign key (account_id, month, revision) references sla_revisions (account_id, month, revision) on delete cascade
);
create index signed_sla_months_key on signed_sla_months (key_id);

create table sla_disputes (
  -- The case of the dispute.
  case_id bigint primary key references cases (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The case of the outage whose line is disputed.
  outage_id bigint not null references cases (id) on delete cascade,
  reason text not null check (length(reason) between 1 and 4000),
  opened_by bigint references users (id),
  opened_at timestamptz not null default now()
);
create index sla_disputes_line on sla_disputes (account_id, month, outage_id);
create index sla_disputes_outage on sla_disputes (outage_id);
create index sla_disputes_user on sla_disputes (opened_by) where opened_by is not null;

-- ---- rma ----

-- The form of a hardware return, one row per case of the type RMA.
create table case_returns (
  case_id bigint primary key references cases (id) on delete cascade,
  part_number text not null check (length(part_number) <= 50),
  serial_number text not null check (length(serial_number) <= 50),
  -- Whether the serial number has the form of those of its part.
  serial_fits boolean not null,
  contact text not null check (length(contact) <= 250),
  shipping_address text not null check (length(shipping_address) <= 1000),
  symptom_details text not null check (length(symptom_details) <= 32767),
  state text not null default 'requested' check (state in ('requested','approved','shipped','received')),
  -- Files of the form that were not kept, with the problem.
  dropped_files jsonb not null default '[]',
  version integer not null default 1
);

create table case_return_steps (
  case_id bigint not null references case_returns (case_id) on delete cascade,
  state text not null check (state in ('requested','approved','shipped','received')),
  at timestamptz not null default now(),
  user_id bigint not null references users (id),
  carrier text check (length(carrier) <= 100),
  tracking_number text check (length(tracking_number) <= 100),
  replacement_serial text check (length(replacement_serial) <= 50),
  primary key (case_id, state)
);
create index case_return_steps_user on case_return_steps (user_id);

-- ---- tracker ----

create table tracker_targets (
  account_id bigint primary key references accounts (id) on delete cascade,
  target text not null default 'embedded' check (target in ('embedded','jira','jsm')),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table tracker_projects (
  account_id bigint not null references accounts (id) on delete cascade,
  system text not null check (system in ('jira','jsm')),
  project_key text not null,
  project_label text not null,
  interval_seconds integer not null default 300,
  -- Status of a case: name of the status there. Field of a case: id of the field there.
  status_map jsonb not null default '{}',
  field_map jsonb not null default '{}',
  -- The author of what arrives from users whom the portal does not know.
  configured_by bigint references users (id) on delete set null,
  -- Changes up to here were read.
  read_until timestamptz,
  polled_at timestamptz,
  next_poll_at timestamptz,
  job_id bigint references jobs (id) on delete set null,
  -- Of the first sync: what there is, what was read, where to continue.
  sync_total integer,
  sync_read integer not null default 0,
  sync_created integer not null default 0,
  sync_page text,
  sync_started_at timestamptz,
  sync_finished_at timestamptz,
  updated_at timestamptz not null default now(),
  priority_map jsonb not null default '{}',
  type_map jsonb not null default '{}',
  primary key (account_id, system)
);
create index tracker_projects_due on tracker_projects (next_poll_at);
create index tracker_projects_configured_by on tracker_projects (configured_by) where configured_by is not null;
create index tracker_projects_job on tracker_projects (job_id) where job_id is not null;

-- The issue of a case in the tracker of a connection, by its id there, which a move to another project keeps.
create table tracker_issues (
  connection text not null,
  tracker_id text not null,
  case_id bigint not null references cases (id) on delete cascade,
  -- When the tracker changed it last, in its own words, as it was read.
  changed text,
  primary key (connection, tracker_id),
  unique (case_id, connection)
);

-- Every key that a case has had in a tracker.
create table tracker_keys (
  case_id bigint not null references cases (id) on delete cascade,
  tracker_key text not null,
  primary key (case_id, tracker_key)
);
create index tracker_keys_key on tracker_keys (tracker_key);

-- Comments and files that both sides have.
create table tracker_items (
  connection text not null,
  kind text not null check (kind in ('comment','internal-comment','attachment','watcher')),
  tracker_id text not null,
  case_id bigint not null references cases (id) on delete cascade,
  -- The comment or the attachment; null once it was deleted here.
  local_id bigint,
  -- The text that both sides had last.
  digest text,
  primary key (connection, kind, tracker_id)
);
create index tracker_items_local on tracker_items (connection, kind, local_id);
create index tracker_items_case on tracker_items (case_id);

-- The issue of an R&D issue at a place, however many accounts are connected with it.
create table tracker_rnd_issues (
  -- The address of the site, and the project there.
  place text not null,
  rnd_issue_id bigint not null references rnd_issues (id) on delete cascade,
  -- The connection that makes it.
  connection text not null,
  -- Null until it is made.
  tracker_id text,
  -- Until then no other connection makes it.
  claimed_until timestamptz not null,
  primary key (place, rnd_issue_id)
);
create index tracker_rnd_issues_issue on tracker_rnd_issues (rnd_issue_id);

-- ---- sla-clocks ----

create table sla_targets (
  plan text not null check (plan in ('CONNECTED','ESSENTIALS','ENTERPRISE')),
  priority text not null check (priority in ('LOW','MEDIUM','HIGH','CRITICAL')),
  -- Minutes; null: no target.
  first_response integer check (first_response between 1 and 1000000),
  next_update integer check (next_update between 1 and 1000000),
  resolution integer check (resolution between 1 and 1000000),
  -- Minutes of the account's business hours, or of the clock.
  business boolean not null,
  version integer not null default 1,
  primary key (plan, priority)
);
insert into sla_targets (plan, priority, first_response, next_update, resolution, business) values
  ('CONNECTED', 'CRITICAL', null, null, null, false),
  ('CONNECTED', 'HIGH', 240, 480, 7200, true),
  ('CONNECTED', 'MEDIUM', 480, 1440, 14400, true),
  ('CONNECTED', 'LOW', 960, 2880, null, true),
  ('ESSENTIALS', 'CRITICAL', 30, 60, 480, false),
  ('ESSENTIALS', 'HIGH', 120, 240, 4320, true),
  ('ESSENTIALS', 'MEDIUM', 240, 960, 9600, true),
  ('ESSENTIALS', 'LOW', 480, 1920, null, true),
  ('ENTERPRISE', 'CRITICAL', 15, 30, 240, false),
  ('ENTERPRISE', 'HIGH', 60, 120, 1440, false),
  ('ENTERPRISE', 'MEDIUM', 240, 480, 4800, true),
  ('ENTERPRISE', 'LOW', 480, 960, null, true);

-- An account without a row has the defaults.
create table sla_hours (
  account_id bigint primary key references accounts (id) on delete cascade,
  plan text not null default 'ESSENTIALS' check (plan in ('CONNECTED','ESSENTIALS','ENTERPRISE')),
  -- [{day: 1 (Monday) to 7, from: '08:00', until: '17:00'}]
  weekly jsonb not null,
  holidays date[] not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table case_clocks (
  case_id bigint primary key references cases (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  clocks jsonb not null default '[]',
  -- Of what users were notified, for each clock: {RESOLUTION: {due, level}}.
  notified jsonb not null default '{}',
  -- When the next warning or breach is; -infinity: an event or a setting changed the clocks, null: nothing to come.
  next_at timestamptz default '-infinity',
  computed_at timestamptz
);
create index case_clocks_next on case_clocks (next_at) where next_at is not null;
create index case_clocks_account on case_clocks (account_id);

-- ---- case-bulk ----

create table bulk_jobs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- The user of the request, as events record it.
  actor jsonb not null,
  token_permissions text[],
  operation jsonb not null,
  created_at timestamptz not null default now()
);
create index bulk_jobs_user on bulk_jobs (user_id);

create table bulk_job_cases (
  job_id bigint not null references bulk_jobs (id) on delete cascade,
  place integer not null,
  key text not null,
  state text not null default 'WAITING' check (state in ('WAITING','DONE','FAILED')),
  error text,
  primary key (job_id, place)
);

-- ---- outage-reports ----

create table outage_reports (
  case_id bigint not null references outages (case_id) on delete cascade,
  revision integer not null check (revision >= 1),
  what text not null check (length(what) <= 10000),
  who text not null check (length(who) <= 10000),
  times text not null check (length(times) <= 10000),
  cause text not null check (length(cause) <= 10000),
  actions text not null check (length(actions) <= 10000),
  prevention text not null check (length(prevention) <= 10000),
  -- Counts on over the revisions of a case.
  version integer not null,
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  published_by bigint references users (id),
  -- As they were at publication: the PDF of a revision never changes.
  subject text,
  account_name text,
  time_zone text,
  primary key (case_id, revision),
  check ((published_at is null) = (published_by is null)),
  check (published_at is null or (subject is not null and account_name is not null and time_zone is not null))
);
create unique index outage_reports_draft on outage_reports (case_id) where published_at is null;

-- ---- known-issues ----

-- The numbers of a version, four of them: 1.22 is {1,22,0,0}. Null without a number at its beginning.
create function version_numbers(version text) returns int[] language sql immutable parallel safe as $$
  select (string_to_array(found, '.')::int[] || '{0,0,0,0}'::int[])[1:4]
  from (select substring(version from '^[vV]?([0-9]{1,9}(?:[.][0-9]{1,9}){0,3})')) as numbers(found) where found is not null
$$;

-- Whether a version is in a range: every comparison of it holds, for example >=1.20.0 <1.22.0.
create function version_in_range(version text, range text) returns boolean language sql immutable parallel safe as $$
  select bool_and(case part[1] when '>=' then known >= bound when '>' then known > bound when '<' then known < bound
      when '<=' then known <= bound else known = bound end)
  from regexp_matches(range, '(>=|<=|>|<|=)([0-9.]+)', 'g') as part, version_numbers(version) as known, version_numbers(part[2]) as bound
$$;

create table known_issues (
  id bigint generated always as identity primary key,
  key text generated always as ('KI-' || repeat('0', greatest(0, 3 - length(id::text))) || id::text) stored unique,
  title text not null check (length(title) <= 250),
  product text not null,
  component text,
  affected text not null,
  -- Null while it is open.
  fixed_in text,
  severity text not null check (severity in ('LOW','MEDIUM','HIGH')),
  symptom text not null,
  conditions text[] not null,
  -- Text fragments that logs of an affected system contain.
  signature text[] not null,
  workaround text not null,
  release_note text not null,
  -- Customers see published ones alone.
  published boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  words tsvector not null
);
create index known_issues_updated on known_issues (updated_at desc, id desc);
create index known_issues_product on known_issues (product);
create index known_issues_words on known_issues using gin (words);

-- The words of the texts that customers may read; those of internal notes are not among them.
create function known_issue_words() returns trigger language plpgsql as $$
begin
  new.words := array_to_tsvector(search_terms(concat_ws(' ', new.title, new.product, new.component, new.symptom, array_to_string(new.conditions, ' '),
    array_to_string(new.signature, ' '), new.workaround, new.release_note)));
  return new;
end $$;

create trigger known_issues_words before insert or update on known_issues
  for each row execute function known_issue_words();

-- What only vendor staff reads of a known issue.
create table known_issue_notes (
  known_issue_id bigint primary key references known_issues (id) on delete cascade,
  note text not null,
  -- A PromQL expression that finds affected deployments.
  detect text not null
);

create table known_issue_cases (
  known_issue_id bigint not null references known_issues (id) on delete cascade,
  case_id bigint not null references cases (id) on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (known_issue_id, case_id)
);
create index known_issue_cases_case on known_issue_cases (case_id);

-- ---- case-replies ----

create table received_mails (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  -- The Message-ID, or a digest of the mail where it has none.
  -- The same for a mail that is delivered again.
  message_id text not null,
  sender text not null,
  subject text not null,
  size bigint not null,
  case_id bigint references cases (id) on delete cascade,
  user_id bigint references users (id) on delete set null,
  comment_id bigint,
  -- Null for a mail that became a comment.
  reason text,
  -- What the relay found: pass, fail, none, …
  dkim text,
  spf text,
  -- Files that were not kept, each with the code of the problem.
  dropped_files jsonb not null default '[]',
  original_id bigint references mail_originals (id) on delete set null
);
-- The same mail is one comment, however often it arrives.
create unique index received_mails_once on received_mails (message_id, case_id, user_id) where reason is null;
create index received_mails_newest on received_mails (received_at desc, id desc);
create index received_mails_original on received_mails (original_id) where original_id is not null;

-- ---- tmf-tickets ----

create table account_tokens (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  rights text[] not null check (cardinality(rights) between 1 and 3 and rights <@ array['READ','WRITE','HUB']),
  -- SHA-256 of the token, which is shown once.
  hash bytea not null unique,
  -- Encrypted with SECRET_KEY: signs the notifications of the token's subscriptions.
  signing_secret bytea not null,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index account_tokens_account on account_tokens (account_id, created_at);
create index account_tokens_created_by on account_tokens (created_by);

create table ticket_exchanges (
  case_id bigint primary key references cases (id) on delete cascade,
  -- The name of the token that filed the case.
  filed_by text not null,
  -- SHA-256 of the request: a repeated one gets the same ticket.
  request_hash bytea not null,
  ticket_type text not null
);

create table ticket_notes (
  case_id bigint not null references cases (id) on delete cascade,
  outside_id text not null check (length(outside_id) between 1 and 100),
  comment_id bigint not null references case_comments (id) on delete cascade,
  primary key (case_id, outside_id)
);
create index ticket_notes_comment on ticket_notes (comment_id);

-- ---- saved-replies ----

create table saved_replies (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  -- Markdown with variables like {{case.key}}.
  body text not null check (length(body) between 1 and 20000),
  updated_by bigint references users (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index saved_replies_name on saved_replies (lower(name));
create index saved_replies_user on saved_replies (updated_by) where updated_by is not null;

-- ---- log-triage ----

-- One for all places in which the same bytes are attached.
create table log_readings (
  -- SHA-256 of the original, hexadecimal.
  digest text primary key,
  -- The version of the rule pack.
  pack text not null,
  -- What its content is, whatever its name.
  form text not null check (form in ('text','gzip','tar','other')),
  -- Why it could not be read; null when it was.
  unreadable text,
  lines integer not null,
  facts jsonb not null,
  signatures jsonb not null,
  -- The number of hidden secrets of each kind.
  secrets jsonb not null,
  secret_count integer not null,
  -- What others than its uploader read; null without secrets.
  copy_file_id bigint references stored_files (id),
  copy_digest text,
  copy_size bigint,
  read_at timestamptz not null default now(),
  check ((copy_file_id is null) = (copy_digest is null) and (copy_file_id is null) = (copy_size is null)),
  check (secret_count = 0 or copy_file_id is not null)
);
create index log_readings_copy on log_readings (copy_file_id) where copy_file_id is not null;

-- ---- case-notifications ----

create table case_digest_lines (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  case_id bigint not null references cases (id) on delete cascade,
  event_id bigint not null,
  -- For staff alone.
  internal boolean not null,
  text text not null,
  digest_at timestamptz not null,
  unique (user_id, event_id)
);
create index case_digest_lines_due on case_digest_lines (digest_at, user_id);
create index case_digest_lines_case on case_digest_lines (case_id);

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

-- ---- plans ----

create table facets (
  id bigint generated always as identity primary key,
  name text not null unique,
  category text not null check (length(category) between 1 and 60),
  subcategory text not null check (length(subcategory) between 1 and 60),
  description text not null default '' check (length(description) <= 1000),
  value_type text not null check (value_type in ('BOOLEAN','NUMBER','LIST')),
  list_values text[] not null default '{}',
  unit text check (length(unit) between 1 and 20),
  minimum bigint,
  maximum bigint,
  analytics_override text check (length(analytics_override) <= 100),
  -- The portal enforces it: it cannot be deleted, and its type cannot change.
  is_limit boolean not null default false,
  display_order integer not null default 0,
  version integer not null default 1,
  after_expiry text not null default 'KEEP' check (after_expiry in ('KEEP','STOP')),
  check (minimum <= maximum)
);
insert into facets (name, category, subcategory, description, value_type, list_values, unit, minimum, is_limit, display_order) values
  ('facet-support-case-filing', 'Support', 'Case filing', 'Cases in the portal', 'BOOLEAN', '{}', null, null, false, 1),
  ('facet-support-first-response', 'Support', 'First response, high priority', 'Time to the first response to a case of high priority', 'LIST', '{8 h,4 h,60 min}', null, null, false, 2),
  ('facet-support-hours', 'Support', 'Hours', 'Hours and days of support', 'LIST', '{8 × 5,16 × 5,24 × 7}', null, null, false, 3),
  ('facet-support-named-engineer', 'Support', 'Named engineer', 'A support engineer who knows the network', 'BOOLEAN', '{}', null, null, false, 4),
  ('facet-downloads-max-month', 'Software', 'Downloads a month', 'Downloads in a calendar month of the account', 'NUMBER', '{}', null, 0, true, 5),
  ('facet-api-max-calls-day', 'Software', 'API calls a day', 'Calls with API tokens in a day of the account', 'NUMBER', '{}', null, 0, true, 6),
  ('facet-users-max-users', 'Limits', 'Users', 'Users who can sign in', 'NUMBER', '{}', null, 0, true, 7),
  ('facet-deployments-max-deployments', 'Limits', 'Deployments', 'Deployments of the account', 'NUMBER', '{}', null, 0, true, 8),
  ('facet-storage-max-bytes', 'Limits', 'Storage', 'Files of cases', 'NUMBER', '{}', 'bytes', 0, true, 9),
  ('facet-chat-enabled', 'Collaboration', 'Chat', 'The chat channel of the account', 'BOOLEAN', '{}', null, null, false, 10),
  ('facet-analytics-retention-days', 'Analytics', 'Retention', 'Days for which analytics data is kept', 'NUMBER', '{}', 'days', 0, true, 11),
  ('facet-analytics-max-series', 'Analytics', 'Series', 'Series of metrics of the account', 'NUMBER', '{}', null, 0, true, 12),
  ('facet-network-modems', 'Network', 'Modems', 'Modems and ONUs that the plan is made for', 'NUMBER', '{}', 'modems', 0, false, 13);
alter table facet_overrides add foreign key (facet_id) references facets (id);
alter table facet_uses add foreign key (facet) references facets (name);

create table plans (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  pricing text not null check (pricing in ('FREE','PAID')),
  header_colour text not null check (header_colour ~ '^#[0-9a-f]{6}$'),
  display_order integer not null default 0,
  trial_amount integer check (trial_amount between 1 and 1000),
  trial_unit text check (trial_unit in ('DAY','WEEK','MONTH','YEAR')),
  paid_amount integer check (paid_amount between 1 and 1000),
  paid_unit text check (paid_unit in ('DAY','WEEK','MONTH','YEAR')),
  -- New accounts in these stages get the plan.
  default_stages text[] not null default '{}' check (default_stages <@ '{PRE_SALES,LIFT,PRODUCTION}'),
  version integer not null default 1,
  check ((trial_amount is null) = (trial_unit is null)),
  check ((paid_amount is null) = (paid_unit is null))
);
insert into plans (name, pricing, header_colour, display_order, trial_amount, trial_unit, paid_amount, paid_unit, default_stages) values
  ('connected', 'FREE', '#4b5565', 1, 30, 'DAY', 1, 'YEAR', '{PRE_SALES,LIFT,PRODUCTION}'),
  ('essentials', 'PAID', '#0b6e75', 2, 30, 'DAY', 1, 'YEAR', '{}'),
  ('enterprise', 'PAID', '#0b5cad', 3, 60, 'DAY', 3, 'YEAR', '{}');

-- The value of a service in a plan; no row = the plan says nothing of it.
create table plan_facets (
  plan_id bigint not null references plans (id) on delete cascade,
  facet_id bigint not null references facets (id),
  is_infinity boolean not null default false,
  number_value bigint,
  boolean_value boolean,
  list_value text,
  primary key (plan_id, facet_id),
  check (is_infinity::int + num_nonnulls(number_value, boolean_value, list_value) = 1)
);
create index plan_facets_facet on plan_facets (facet_id);
insert into plan_facets (plan_id, facet_id, is_infinity, number_value, boolean_value, list_value)
select p.id, f.id, v.value = '∞', case when f.value_type = 'NUMBER' and v.value <> '∞' then v.value::bigint end,
  case when f.value_type = 'BOOLEAN' then v.value = 'yes' end, case when f.value_type = 'LIST' then v.value end
from (values
  ('facet-support-case-filing', 'yes', 'yes', 'yes'),
  ('facet-support-first-response', '8 h', '4 h', '60 min'),
  ('facet-support-hours', '8 × 5', '16 × 5', '24 × 7'),
  ('facet-support-named-engineer', 'no', 'no', 'yes'),
  ('facet-downloads-max-month', '20', '200', '∞'),
  ('facet-api-max-calls-day', '1000', '10000', '∞'),
  ('facet-users-max-users', '10', '40', '∞'),
  ('facet-deployments-max-deployments', '2', '4', '∞'),
  ('facet-storage-max-bytes', '53687091200', '536870912000', '5497558138880'),
  ('facet-chat-enabled', 'no', 'yes', 'yes'),
  ('facet-analytics-retention-days', '7', '90', '395'),
  ('facet-analytics-max-series', '20000', '200000', '∞'),
  ('facet-network-modems', '50000', '250000', '∞')
) as given (facet, connected, essentials, enterprise)
  cross join lateral (values ('connected', connected), ('essentials', essentials), ('enterprise', enterprise)) as v (plan, value)
  join facets f on f.name = given.facet join plans p on p.name = v.plan;

-- ---- customer-plans ----

create function account_gets_subscription() returns trigger language plpgsql as $$
begin insert into subscriptions (account_id) values (new.id); return null; end $$;

create trigger account_gets_subscription after insert on accounts
  for each row execute function account_gets_subscription();

-- One an account, made with it. No plan = none is agreed.
create table subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references accounts (id) on delete cascade,
  plan_id bigint references plans (id),
  free_trial boolean not null default false,
  period_start date,
  expiration_date date,
  contract_start_date date,
  contract_length integer check (contract_length between 1 and 5),
  cm_number bigint check (cm_number >= 0),
  -- In minor units of its currency.
  contract_value bigint check (contract_value >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  quote_url text check (length(quote_url) <= 2000),
  additional_features text not null default '' check (length(additional_features) <= 4000),
  show_to_customer boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  expiration_set_on date not null default current_date,
  check (contract_value is null or currency is not null)
);
create index subscriptions_plan on subscriptions (plan_id) where plan_id is not null;
create index subscriptions_expiration on subscriptions (expiration_date) where expiration_date is not null;

create function expiration_was_set() returns trigger language plpgsql as $$
begin
  new.expiration_set_on := (select (now() at time zone a.time_zone)::date from accounts a where a.id = new.account_id);
  return new;
end $$;

create trigger expiration_was_set before update of expiration_date on subscriptions
  for each row when (new.expiration_date is distinct from old.expiration_date) execute function expiration_was_set();

-- Days before the expiration date; -1 = it has expired.
create table subscription_reminders (
  subscription_id bigint not null references subscriptions (id) on delete cascade,
  expiration_date date not null,
  threshold integer not null check (threshold in (60,30,7,1,-1)),
  sent_at timestamptz not null default now(),
  primary key (subscription_id, expiration_date, threshold)
);

create table modem_counts (
  account_id bigint not null references accounts (id) on delete cascade,
  day date not null,
  contracted bigint,
  counted bigint not null,
  primary key (account_id, day)
);

-- Override, else plan, else no row. A limit is number_value; null = as many as come. Services that stop with the
-- subscription are 0, no, or nothing after its last day.
create view effective_facets as
select s.account_id, f.id as facet_id, f.name as facet, f.value_type, f.is_limit, o.facet_id is not null as overridden,
  coalesce(o.is_infinity, p.is_infinity) and not stopped.yes as is_infinity,
  case when stopped.yes then case f.value_type when 'NUMBER' then 0 end
    when o.facet_id is null then p.number_value else o.number_value end as number_value,
  case when stopped.yes then case f.value_type when 'BOOLEAN' then false end
    when o.facet_id is null then p.boolean_value else o.boolean_value end as boolean_value,
  case when stopped.yes then null when o.facet_id is null then p.list_value else o.list_value end as list_value
from subscriptions s cross join facets f
  left join facet_overrides o on o.account_id = s.account_id and o.facet_id = f.id
  left join plan_facets p on p.plan_id = s.plan_id and p.facet_id = f.id
  cross join lateral (select f.after_expiry = 'STOP' and s.plan_id is not null and coalesce(s.expiration_date
    < (select (now() at time zone a.time_zone)::date from accounts a where a.id = s.account_id), false) as yes) stopped
where o.facet_id is not null or p.facet_id is not null;

-- ---- crm ----

create table crm_records (
  account_id bigint primary key references accounts (id) on delete cascade,
  record jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);

create table crm_copies (
  account_id bigint primary key references accounts (id) on delete cascade,
  crm_id text not null,
  record jsonb,
  read_at timestamptz,
  -- Why the last attempt failed; null after one that succeeded.
  failure text,
  tried_at timestamptz not null
);

-- ---- analytics-plans ----

create table analytics_plans (
  account_id bigint primary key references accounts (id) on delete cascade,
  plan text,
  services jsonb not null,
  pushed_at timestamptz default clock_timestamp()
);

-- ---- tags ----

create table calendar_tags (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  color_code text check (color_code ~ '^#[0-9A-F]{6}$'),
  scope text not null default 'CUSTOMER' check (scope in ('SYSTEM', 'CUSTOMER')),
  holds_outages boolean not null default false,
  is_freeze boolean not null default false,
  is_fixed boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create unique index calendar_tags_name on calendar_tags (lower(name));
insert into calendar_tags (name, color_code, holds_outages, is_fixed) values ('Maintenance', '#B45309', true, true);

-- ---- events ----

create table calendar_events (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id) on delete cascade,
  uid text not null check (length(uid) <= 300),
  series_id bigint references calendar_events (id) on delete cascade,
  recurrence_id timestamp,
  subject text not null check (length(subject) <= 250),
  location text not null default '' check (length(location) <= 250),
  description text not null default '' check (length(description) <= 10000),
  start_at timestamp not null,
  end_at timestamp not null,
  time_zone text not null,
  is_all_day boolean not null default false,
  rule text,
  exdates timestamp[] not null default '{}',
  rdates timestamp[] not null default '{}',
  last_start timestamp,
  first_start timestamptz not null,
  last_end timestamptz not null,
  is_series boolean generated always as (rule is not null or cardinality(rdates) > 0) stored,
  notification integer[] not null default '{}',
  next_reminder_at timestamptz,
  maintenance jsonb,
  invited jsonb not null default '[]',
  organizer_id bigint references users (id) on delete set null,
  sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text not null generated always as
    (lower(subject || ' ' || location || ' ' || description || ' ' || coalesce(maintenance ->> 'id', ''))) stored,
  stamp timestamptz,
  check (last_end >= first_start),
  check (series_id is null or (rule is null and cardinality(rdates) = 0)),
  check (series_id is null or recurrence_id is not null)
);
create unique index calendar_events_instance on calendar_events (series_id, recurrence_id)
  where series_id is not null;
create index calendar_events_single on calendar_events (account_id, first_start) where not is_series;
create index calendar_events_single_time on calendar_events (first_start) where not is_series;
create index calendar_events_series on calendar_events (account_id, last_end) where is_series;
create index calendar_events_series_time on calendar_events (last_end) where is_series;
create index calendar_events_search on calendar_events using gin (search gin_trgm_ops);
create index calendar_events_newest on calendar_events (first_start desc, id desc) where series_id is null;
create index calendar_events_reminder on calendar_events (next_reminder_at) where next_reminder_at is not null;
create index calendar_events_organizer on calendar_events (organizer_id);
create unique index calendar_events_uid on calendar_events (account_id, uid, recurrence_id) nulls not distinct
  where series_id is null;

create table calendar_event_tags (
  event_id bigint not null references calendar_events (id) on delete cascade,
  tag_id bigint not null references calendar_tags (id),
  primary key (event_id, tag_id)
);
create index calendar_event_tags_tag on calendar_event_tags (tag_id);

create table calendar_event_deployments (
  event_id bigint not null references calendar_events (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  primary key (event_id, deployment_id)
);
create index calendar_event_deployments_deployment on calendar_event_deployments (deployment_id);

create table calendar_attendees (
  event_id bigint not null references calendar_events (id) on delete cascade,
  email text not null check (length(email) <= 320),
  user_id bigint references users (id) on delete cascade,
  side text not null check (side in ('VENDOR', 'CUSTOMER', 'OUTSIDE')),
  answer text not null default 'NEEDS-ACTION' check (answer in ('NEEDS-ACTION', 'ACCEPTED', 'DECLINED', 'TENTATIVE')),
  answered_at timestamptz,
  primary key (event_id, email)
);
create index calendar_attendees_user on calendar_attendees (user_id);

create table calendar_files (
  id bigint generated always as identity primary key,
  event_id bigint not null references calendar_events (id) on delete cascade,
  account_id bigint references accounts (id) on delete cascade,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  digest text not null,
  author_id bigint not null references users (id),
  created_at timestamptz not null default now()
);
create index calendar_files_event on calendar_files (event_id, id);
create index calendar_files_file on calendar_files (file_id);
create index calendar_files_digest on calendar_files (digest);
create index calendar_files_author on calendar_files (author_id);
create index calendar_files_account on calendar_files (account_id);

-- The bytes of files count for the quota of the account.
create function calendar_files_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select account_id, sum(size)::bigint as bytes from changed where account_id is not null group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;

create trigger calendar_files_added after insert on calendar_files referencing new table as changed
  for each statement execute function calendar_files_hold_bytes();
create trigger calendar_files_gone after delete on calendar_files referencing old table as changed
  for each statement execute function calendar_files_hold_bytes();

-- ---- feeds ----

create table calendar_feeds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint references accounts (id) on delete cascade,
  name text not null check (length(name) <= 60),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create index calendar_feeds_user on calendar_feeds (user_id, id);
create index calendar_feeds_account on calendar_feeds (account_id);

-- ---- metrics ----

create table deployment_tokens (
  id bigint generated always as identity primary key,
  deployment_id bigint not null references deployments (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- SHA-256 of the token; the token itself is not stored.
  hash bytea not null unique,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  first_samples_at timestamptz
);
create index deployment_tokens_deployment on deployment_tokens (deployment_id, id);
create index deployment_tokens_created_by on deployment_tokens (created_by) where created_by is not null;

create table metric_series (
  id bigint generated always as identity primary key,
  deployment_id bigint not null references deployments (id) on delete cascade,
  -- 16 bytes of the SHA-256 of name and labels.
  fingerprint bytea not null,
  name text not null,
  labels jsonb not null,
  created_at timestamptz not null default now(),
  -- The start of the newest packed window with samples; null before the first.
  last_window_ms bigint,
  unique (deployment_id, fingerprint)
);
create index metric_series_name on metric_series (deployment_id, name);

-- Recent samples, in one partition per window of two hours. A null value is a stale marker.
create table metric_samples (
  series_id bigint not null,
  at_ms bigint not null,
  value double precision,
  primary key (series_id, at_ms)
) partition by range (at_ms);

-- A closed window gets no more rows in metric_samples: late samples are merged into its chunks.
create table metric_windows (
  starts_ms bigint primary key,
  closed_at timestamptz,
  packed_at timestamptz
);

-- The samples of one series in one window, in one partition per day.
create table metric_chunks (
  series_id bigint not null,
  starts_ms bigint not null,
  samples integer not null,
  data bytea not null,
  primary key (series_id, starts_ms)
) partition by range (starts_ms);

-- One row per series and day, by the days for which the account's plan keeps them; hours holds the same figures per hour.
create table metric_rollups (
  retention_days integer not null,
  series_id bigint not null,
  day_ms bigint not null,
  hours bytea not null,
  minimum double precision not null,
  maximum double precision not null,
  sum double precision not null,
  count integer not null,
  last double precision not null,
  increase double precision not null,
  primary key (retention_days, series_id, day_ms)
) partition by list (retention_days);

create table metric_rollups_7 partition of metric_rollups for values in (7) partition by range (day_ms);

create table metric_rollups_31 partition of metric_rollups for values in (31) partition by range (day_ms);

create table metric_rollups_92 partition of metric_rollups for values in (92) partition by range (day_ms);

create table metric_rollups_396 partition of metric_rollups for values in (396) partition by range (day_ms);

-- Days whose roll-ups are complete.
create table metric_days (
  day_ms bigint primary key,
  rolled_up_at timestamptz not null default now()
);

-- Days whose roll-ups have to be computed again, because late samples arrived.
create table metric_stale_days (
  day_ms bigint not null,
  series_id bigint not null references metric_series (id) on delete cascade,
  primary key (day_ms, series_id)
);
create index metric_stale_days_series on metric_stale_days (series_id);

create table metric_totals (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  samples bigint not null,
  newest_ms bigint not null,
  received_at timestamptz not null default now()
);

create table metric_rejections (
  deployment_id bigint not null references deployments (id) on delete cascade,
  reason text not null,
  samples bigint not null,
  example text not null check (length(example) <= 300),
  last_at timestamptz not null default now(),
  primary key (deployment_id, reason)
);

create table metric_copies (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  until_ms bigint not null
);

-- Minutes count from 1970. Late: the earliest minute written since the reader last asked.
create table metric_readers (
  deployment_id bigint not null references deployments (id) on delete cascade,
  reader text not null,
  metrics text[] not null,
  next_minute integer not null,
  late_minute integer,
  version integer not null default 1,
  primary key (deployment_id, reader)
);

-- What a reader knew after a minute.
create table metric_reader_states (
  deployment_id bigint not null,
  reader text not null,
  minute integer not null,
  state jsonb not null,
  primary key (deployment_id, reader, minute),
  foreign key (deployment_id, reader) references metric_readers (deployment_id, reader) on delete cascade
);

create table deployment_failures (
  deployment_id bigint not null references deployments (id) on delete cascade,
  job text not null,
  -- Null where the reason is a fault of the portal.
  reason text,
  since timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  primary key (deployment_id, job)
);

-- ---- insights ----

-- Categories and types that were edited; the others are as the catalogue has them.
create table insight_groupings (
  kind text not null check (kind in ('category','type')),
  id text not null,
  display_name text not null check (length(display_name) between 1 and 80),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  priority integer not null check (priority between 1 and 99),
  version integer not null,
  updated_at timestamptz not null default now(),
  primary key (kind, id)
);

-- The newest evaluation of all insights of a deployment. Who has claimed a minute evaluates it; no other process does.
create table insight_states (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  claimed_minute bigint not null,
  evaluated_at timestamptz,
  -- By insight: worst value, state, objects beyond the limit, labels of the worst object.
  states jsonb not null default '{}'
);

-- The worst value of each insight per quarter of an hour, for the small lines of cards.
create table insight_points (
  deployment_id bigint not null references deployments (id) on delete cascade,
  starts_minute bigint not null,
  worst jsonb not null,
  primary key (deployment_id, starts_minute)
);
create index insight_points_start on insight_points (starts_minute);

create table insight_findings (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  insight text not null,
  -- The values of the insight's labels, joined; empty for one figure of the whole deployment.
  object text not null check (length(object) <= 1000),
  labels jsonb not null,
  -- A pending finding is beyond its limit, not yet for as long as the insight demands; it is shown to no user.
  state text not null check (state in ('PENDING','OPEN','ACKNOWLEDGED','CLEARED')),
  severity text not null check (severity in ('WARNING','CRITICAL')),
  value double precision not null,
  worst double precision not null,
  opened_at timestamptz not null,
  -- The first evaluation within the limit; the finding is cleared when that has lasted.
  within_since timestamptz,
  cleared_at timestamptz,
  acknowledged_by bigint references users (id) on delete set null,
  acknowledged_at timestamptz,
  acknowledged_reason text check (length(acknowledged_reason) <= 1000),
  acknowledged_until timestamptz,
  case_id bigint references cases (id) on delete set null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (state <> 'ACKNOWLEDGED' or (acknowledged_at is not null and acknowledged_until is not null)),
  check ((state = 'CLEARED') = (cleared_at is not null))
);
create unique index insight_findings_current on insight_findings (deployment_id, insight, object)
  where state <> 'CLEARED';
create index insight_findings_opened on insight_findings (account_id, opened_at desc, id desc)
  where state <> 'PENDING';
create index insight_findings_until on insight_findings (acknowledged_until) where state = 'ACKNOWLEDGED';
create index insight_findings_user on insight_findings (acknowledged_by) where acknowledged_by is not null;
create index insight_findings_case on insight_findings (case_id) where case_id is not null;

create table heat_map_blocks (
  deployment_id bigint not null references deployments (id) on delete cascade,
  -- SHA-256 of the query with its step; the name of the deployment is not part of it.
  query bytea not null,
  starts_ms bigint not null,
  calculated_at timestamptz not null default now(),
  -- Whether each of the steps has a value and no late sample can change one.
  complete boolean not null,
  -- The labels of each series, a JSON array.
  labels text not null,
  -- 24 little-endian doubles per series; NaN where a value is missing.
  values bytea not null,
  primary key (deployment_id, query, starts_ms)
);
create index heat_map_blocks_calculated on heat_map_blocks (calculated_at);

-- ---- analytics ----

create table deployment_analytics (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  ops_customer_name text check (length(ops_customer_name) between 1 and 100),
  api_url text,
  portal_url text,
  portal_username text,
  portal_password bytea,
  stats_history_expiration integer not null default 60 check (stats_history_expiration between 1 and 10080),
  md_stats_fields text[],
  cm_stats_fields text[]
);

-- What the newest samples of a deployment say; no row before the first sample.
create table deployment_figures (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  newest_ms bigint not null,
  online double precision,
  known double precision,
  read_at timestamptz not null default now(),
  state text check (state in ('OUTAGE', 'DEGRADED', 'MISSING', 'FINE', 'OFF')),
  -- The start of the line; null until it is calculated.
  line_starts_ms bigint,
  -- 36 values, one per five minutes of deployment_figure_history; null where it has none. Text: numbers took longest to
  -- write into a response.
  line json
);

-- The same every five minutes, for two days. Null: no sample.
create table deployment_figure_history (
  deployment_id bigint not null references deployments (id) on delete cascade,
  at_ms bigint not null,
  online double precision,
  known double precision,
  primary key (deployment_id, at_ms)
);
create index deployment_figure_history_at on deployment_figure_history (at_ms);

-- A value of -Infinity was reset: only later samples count.
create table high_watermarks (
  deployment_id bigint not null references deployments (id) on delete cascade,
  name text not null,
  value double precision not null,
  -- The object that reached it, for example a MAC domain.
  source text not null default '',
  reached_ms bigint not null,
  primary key (deployment_id, name)
);

create table inventory_settings (
  account_id bigint primary key references accounts (id),
  enabled boolean not null default true,
  at_time text not null default '02:00' check (at_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  format text not null default 'csv' check (format = 'csv'),
  recipients text[] not null default '{}',
  only_changes boolean not null default false,
  include_excluded boolean not null default false,
  ds_threshold double precision not null default 80 check (ds_threshold between 1 and 100),
  us_threshold double precision not null default 70 check (us_threshold between 1 and 100),
  version integer not null default 1
);

create table inventory_days (
  deployment_id bigint not null references deployments (id) on delete cascade,
  -- The local day of the account.
  day date not null,
  collected_at timestamptz not null default now(),
  -- The deployment did not answer: its sheets are empty.
  missing boolean not null,
  -- Sheet → rows.
  sheets jsonb not null,
  -- The difference to the newest day before that was not missing.
  changes jsonb not null,
  primary key (deployment_id, day)
);
create index inventory_days_day on inventory_days (day);

-- ---- uptime ----

-- No row: no sample in this minute. Minutes count from 1970.
create table deployment_minutes (
  deployment_id bigint not null references deployments (id) on delete cascade,
  minute integer not null,
  online double precision not null,
  expected double precision not null,
  is_maintenance boolean not null default false,
  primary key (deployment_id, minute)
);
create index deployment_minutes_minute on deployment_minutes (minute);

-- ---- detector ----

-- A row: the detector is on for the account.
create table detector_settings (
  account_id bigint primary key references accounts (id) on delete cascade,
  project_key text not null default '',
  project_label text not null default '',
  collection_window integer not null,
  cascade_window integer not null,
  min_modems integer not null,
  min_share integer not null,
  alert_threshold integer not null,
  -- Files the cases of the account.
  configured_by bigint references users (id) on delete set null,
  updated_at timestamptz not null default clock_timestamp(),
  version integer not null default 1
);
create index detector_settings_configured_by on detector_settings (configured_by) where configured_by is not null;

-- What the rules keep of a deployment, after the minute.
create table detector_runs (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  judged_at timestamptz not null default clock_timestamp(),
  segments integer not null default 0,
  milliseconds integer not null default 0,
  since_minute integer not null default 0
);

-- Minutes count from 1970. No end: open. No case: it was over before the detector was on, or no user can file it.
create table detector_outages (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  number integer not null,
  case_id bigint references cases (id) on delete set null,
  scope text not null check (scope in ('segment', 'cluster')),
  cluster text not null,
  segments text[] not null,
  start_minute integer not null,
  detected_minute integer not null,
  end_minute integer,
  last_good_minute integer,
  total_cms_affected integer not null,
  modem_minutes bigint not null,
  alerted_at timestamptz,
  unique (deployment_id, number)
);
create index detector_outages_account on detector_outages (account_id, start_minute desc, id desc);
create index detector_outages_case on detector_outages (case_id) where case_id is not null;

create table detector_decisions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  minute integer not null,
  kind text not null check (kind in ('OPENED', 'JOINED', 'HELD', 'BELOW', 'BLIND', 'CLOSED')),
  rule text not null check (rule in ('segment', 'cluster')),
  cluster text not null,
  segment text,
  segments integer not null,
  outage integer,
  value double precision,
  baseline double precision,
  limit_value double precision,
  run integer not null,
  needed integer not null,
  settings jsonb not null
);
create index detector_decisions_account on detector_decisions (account_id, minute desc, id desc);
create index detector_decisions_deployment on detector_decisions (deployment_id);
create index detector_decisions_minute on detector_decisions (minute);

-- ---- incident-alerts ----

create table incident_alerts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- What happened; of two open alerts with one alias the second is an occurrence of the first.
  alias text not null check (length(alias) between 1 and 250),
  message text not null check (length(message) between 1 and 130),
  description text not null default '' check (length(description) <= 15000),
  priority text not null check (priority in ('P1', 'P2', 'P3', 'P4', 'P5')),
  tags text[] not null default '{}',
  case_key text,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACKNOWLEDGED', 'CLOSED')),
  occurrences integer not null default 1,
  created_by bigint references users (id),
  created_at timestamptz not null default now(),
  last_occurred_at timestamptz not null default now(),
  acknowledged_by bigint references users (id),
  acknowledged_at timestamptz,
  closed_by bigint references users (id),
  closed_at timestamptz,
  -- How many users were notified, and when the next one is; null when nobody is left, or it was acknowledged.
  level integer not null default 0,
  next_notice_at timestamptz,
  version integer not null default 1,
  acknowledged_in text,
  acknowledged_name text check (length(acknowledged_name) <= 200),
  closed_in text,
  closed_name text check (length(closed_name) <= 200)
);
create unique index incident_alerts_open on incident_alerts (account_id, alias) where state <> 'CLOSED';
create index incident_alerts_newest on incident_alerts (id desc);
create index incident_alerts_account on incident_alerts (account_id, id desc);
create index incident_alerts_state on incident_alerts (state, id desc) where state <> 'CLOSED';
create index incident_alerts_notice on incident_alerts (next_notice_at) where next_notice_at is not null;
create index incident_alerts_case on incident_alerts (case_key) where case_key is not null and state <> 'CLOSED';
create index incident_alerts_created_by on incident_alerts (created_by) where created_by is not null;
create index incident_alerts_acknowledged_by on incident_alerts (acknowledged_by) where acknowledged_by is not null;
create index incident_alerts_closed_by on incident_alerts (closed_by) where closed_by is not null;

create table incident_alert_notices (
  alert_id bigint not null references incident_alerts (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  level integer not null,
  notified_at timestamptz not null default now(),
  primary key (alert_id, level)
);
create index incident_alert_notices_user on incident_alert_notices (user_id);

-- One row: when the next user of the rotation takes over.
create table on_call_rotation (
  id boolean primary key default true check (id),
  time_zone text not null,
  -- Monday is 1.
  weekday integer not null check (weekday between 1 and 7),
  hand_over_time time not null,
  -- Minutes after which the next user is notified of an alert that nobody acknowledged.
  escalate_minutes integer not null check (escalate_minutes between 1 and 1440),
  -- The hand-over at which the first user began, as clock time of the zone.
  began_at timestamp not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table on_call_users (
  position integer primary key,
  user_id bigint not null unique references users (id) on delete cascade
);

create table on_call_overrides (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  check (to_at > from_at)
);
create index on_call_overrides_user on on_call_overrides (user_id);
create index on_call_overrides_end on on_call_overrides (to_at);

-- ---- teams ----

create table teams (
  id bigint generated always as identity primary key,
  owner_type text not null check (owner_type in ('VENDOR','CUSTOMER')),
  -- The account that owns a customer team.
  account_id bigint references accounts (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  display_name text not null check (length(display_name) between 1 and 120),
  watcher_type text not null check (watcher_type in ('ALL','OUTAGES','MINE','NONE')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((owner_type = 'CUSTOMER') = (account_id is not null))
);
create unique index teams_name on teams (account_id, lower(name)) nulls not distinct;

-- The accounts for which a vendor team acts; without a row it acts for all of them.
create table team_accounts (
  team_id bigint not null references teams (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  primary key (team_id, account_id)
);
create index team_accounts_account on team_accounts (account_id);

create table team_members (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- Null: as the team.
  watcher_type text check (watcher_type in ('ALL','OUTAGES','MINE','NONE')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (team_id, user_id)
);
create index team_members_user on team_members (user_id);

-- ---- chat ----

create function account_gets_channel() returns trigger language plpgsql as $$
begin insert into chat_channels (account_id) values (new.id); return null; end $$;

create trigger account_gets_channel after insert on accounts for each row execute function account_gets_channel();

create table chat_channels (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- The case whose channel it is; null = the channel of the account.
  case_id bigint references cases (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- The newest time given to a message. Senders lock this row, so times are in the order of commits.
  last_ts bigint not null default 0,
  -- The newest on each side: customers see nothing of the other one.
  message_ts bigint not null default 0,
  internal_ts bigint not null default 0,
  message_count integer not null default 0,
  internal_count integer not null default 0
);
create unique index chat_channels_account on chat_channels (account_id) where case_id is null;
create index chat_channels_of_account on chat_channels (account_id);
create unique index chat_channels_case on chat_channels (case_id) where case_id is not null;

-- The files of a deleted channel are deleted after it, when its account is no longer known.
create function channel_frees_bytes() returns trigger language plpgsql as $$
declare bytes bigint;
begin
  select sum(size)::bigint into bytes from (select size from chat_files where channel_id = old.id
    union all select size from chat_internal_files where channel_id = old.id) held;
  if bytes > 0 then perform hold_bytes(old.account_id, -bytes); end if;
  return old;
end $$;

create trigger channel_frees_bytes before delete on chat_channels for each row execute function channel_frees_bytes();

create table chat_messages (
  channel_id bigint not null references chat_channels (id) on delete cascade,
  ts bigint not null,
  author_id bigint not null references users (id),
  -- Markdown.
  body text not null check (length(body) <= 40000),
  -- The time of the message that it answers.
  thread_ts bigint,
  case_id bigint references cases (id) on delete set null,
  client_key text check (length(client_key) <= 64),
  version integer not null default 1,
  edited_at timestamptz,
  primary key (channel_id, ts)
);
create unique index chat_messages_key on chat_messages (channel_id, author_id, client_key)
  where client_key is not null;
create index chat_messages_thread on chat_messages (channel_id, thread_ts) where thread_ts is not null;
create index chat_messages_author on chat_messages (author_id);
create index chat_messages_case on chat_messages (case_id) where case_id is not null;
create index chat_messages_words on chat_messages using gin (to_tsvector('simple', body));

create table chat_internal_messages (
  channel_id bigint not null references chat_channels (id) on delete cascade,
  ts bigint not null,
  author_id bigint not null references users (id),
  body text not null check (length(body) <= 40000),
  thread_ts bigint,
  case_id bigint references cases (id) on delete set null,
  client_key text check (length(client_key) <= 64),
  version integer not null default 1,
  edited_at timestamptz,
  primary key (channel_id, ts)
);
create unique index chat_internal_messages_key on chat_internal_messages (channel_id, author_id, client_key)
  where client_key is not null;
create index chat_internal_messages_thread on chat_internal_messages (channel_id, thread_ts)
  where thread_ts is not null;
create index chat_internal_messages_author on chat_internal_messages (author_id);
create index chat_internal_messages_case on chat_internal_messages (case_id) where case_id is not null;
create index chat_internal_messages_words on chat_internal_messages using gin (to_tsvector('simple', body));

create table chat_files (
  id bigint generated always as identity primary key,
  channel_id bigint not null,
  message_ts bigint not null,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  digest text not null,
  foreign key (channel_id, message_ts) references chat_messages (channel_id, ts) on delete cascade
);
create index chat_files_message on chat_files (channel_id, message_ts);
create index chat_files_file on chat_files (file_id);
create index chat_files_digest on chat_files (digest);

create function chat_files_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select c.account_id, sum(f.size)::bigint as bytes from changed f join chat_channels c on c.id = f.channel_id group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;

create trigger chat_files_added after insert on chat_files referencing new table as changed
  for each statement execute function chat_files_hold_bytes();
create trigger chat_files_gone after delete on chat_files referencing old table as changed
  for each statement execute function chat_files_hold_bytes();

create table chat_internal_files (
  id bigint generated always as identity primary key,
  channel_id bigint not null,
  message_ts bigint not null,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  digest text not null,
  foreign key (channel_id, message_ts) references chat_internal_messages (channel_id, ts) on delete cascade
);
create index chat_internal_files_message on chat_internal_files (channel_id, message_ts);
create index chat_internal_files_file on chat_internal_files (file_id);
create index chat_internal_files_digest on chat_internal_files (digest);

create trigger chat_internal_files_added after insert on chat_internal_files referencing new table as changed
  for each statement execute function chat_files_hold_bytes();
create trigger chat_internal_files_gone after delete on chat_internal_files referencing old table as changed
  for each statement execute function chat_files_hold_bytes();

-- Users who follow a channel, and how far each has read both sides.
create table chat_members (
  channel_id bigint not null references chat_channels (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  read_ts bigint not null default 0,
  internal_read_ts bigint not null default 0,
  joined_at timestamptz not null default now(),
  primary key (channel_id, user_id)
);
create index chat_members_user on chat_members (user_id);

-- When a user's page last said that it shows the channel.
create table chat_presence (
  channel_id bigint not null references chat_channels (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (channel_id, user_id)
);
create index chat_presence_user on chat_presence (user_id);

-- ---- wiki ----

create table wiki_pages (
  id bigint generated always as identity primary key,
  -- Null = shared by all accounts.
  account_id bigint references accounts (id) on delete cascade,
  parent_id bigint references wiki_pages (id),
  title text not null check (length(title) between 1 and 200),
  -- Markdown.
  body text not null check (length(body) <= 200000),
  audience text not null check (audience in ('ALL', 'VENDOR')),
  position integer not null,
  -- The number of the newest version; another place in the tree is no version.
  revision integer not null default 1,
  created_by bigint references users (id),
  created_at timestamptz not null default now(),
  updated_by bigint references users (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  words tsvector generated always as
    (setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'B')) stored,
  -- The connection, and the id, the version and the address of the page in the outside system.
  source_connection text,
  source_id text,
  source_version integer,
  source_url text,
  check (num_nulls(source_connection, source_id, source_version, source_url) in (0, 4))
);
create index wiki_pages_account on wiki_pages (account_id, position, id);
create index wiki_pages_parent on wiki_pages (parent_id);
create index wiki_pages_words on wiki_pages using gin (words);
create index wiki_pages_created_by on wiki_pages (created_by);
create index wiki_pages_updated_by on wiki_pages (updated_by);
create unique index wiki_pages_source on wiki_pages (source_connection, source_id)
  where source_connection is not null;

create table wiki_versions (
  page_id bigint not null references wiki_pages (id) on delete cascade,
  number integer not null,
  title text not null,
  body text not null,
  -- Who could read the page then: a text for vendor staff stays theirs when the page is opened to others.
  audience text not null check (audience in ('ALL', 'VENDOR')),
  author_id bigint references users (id),
  note text check (length(note) <= 200),
  restored integer,
  saved_at timestamptz not null default now(),
  primary key (page_id, number)
);
create index wiki_versions_author on wiki_versions (author_id);

-- ---- wiki-mirrors ----

create table wiki_mirrors (
  connection text primary key references connections (id) on delete cascade,
  next_at timestamptz not null,
  -- The end of the last read that succeeded, and what it found.
  read_at timestamptz,
  pages integer not null default 0,
  left_out integer not null default 0
);

-- ---- cloud-regions ----

create table cloud_regions (
  account_id bigint primary key references accounts (id) on delete cascade,
  region text not null check (length(region) between 1 and 60),
  project_key text not null check (project_key ~ '^[a-z][a-z0-9-]{4,28}[a-z0-9]$'),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- ---- certificates ----

create table certificate_authorities (
  level text primary key check (level in ('ROOT','ISSUING')),
  certificate text not null,
  -- PKCS #8 in PEM, encrypted.
  private_key bytea not null,
  created_at timestamptz not null default now()
);

create table certificates (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  name text not null check (length(name) between 1 and 100),
  profile text not null check (profile in ('SERVER','CLIENT','BOTH')),
  serial_number text not null unique,
  subject text not null,
  names text[] not null,
  key text not null,
  pem text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  revoked_at timestamptz,
  reason text
    check (reason in ('UNSPECIFIED','KEY_COMPROMISE','AFFILIATION_CHANGED','SUPERSEDED','CESSATION_OF_OPERATION')),
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  check ((revoked_at is null) = (reason is null))
);
create index certificates_account on certificates (account_id, created_at desc, id desc);
create index certificates_created on certificates (created_at desc, id desc);
create index certificates_revoked on certificates (revoked_at) where revoked_at is not null;

-- The newest revocation list; its number grows by one with each.
create table certificate_revocation_list (
  id boolean primary key default true check (id),
  number bigint not null,
  der bytea not null,
  revocations integer not null,
  next_update timestamptz not null
);

-- ---- build-automation ----

create table builds (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  parameters jsonb not null,
  -- WAITING: not sent yet. QUEUED: the build system has it in its queue.
  state text not null default 'WAITING'
    check (state in ('WAITING','QUEUED','RUNNING','SUCCEEDED','FAILED','CANCELLED')),
  queue_item bigint,
  number bigint,
  url text,
  error text,
  -- The console output so far, its end only where it is long, and how much of it was read.
  log text not null default '',
  log_offset bigint not null default 0,
  created_at timestamptz not null default now(),
  queued_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz
);
create index builds_account on builds (account_id);
create index builds_open on builds (id) where state in ('QUEUED','RUNNING');

-- ---- link-jobs ----

create table link_jobs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  cluster text not null check (cluster ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$'),
  state text not null default 'IN_PROGRESS' check (state in ('IN_PROGRESS','DONE','FAILED','CANCELLED')),
  -- Why it failed.
  reason text check (reason in ('EXPIRED','NO_SAMPLES','BUILD_FAILED')),
  -- The enrolment token: its hash, and encrypted for the instructions until it is exchanged or the job ends.
  token_hash bytea not null unique,
  token bytea,
  expires_at timestamptz not null,
  exchanged_at timestamptz,
  exchanged_from text,
  deployment_token_id bigint references deployment_tokens (id) on delete set null,
  first_samples_at timestamptz,
  build_id bigint references builds (id) on delete set null,
  created_by bigint not null references users (id),
  ended_by bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'IN_PROGRESS') = (ended_at is null)),
  check ((state = 'FAILED') = (reason is not null)),
  check (token is null or (state = 'IN_PROGRESS' and exchanged_at is null))
);
create index link_jobs_account on link_jobs (account_id, id desc);
create index link_jobs_deployment on link_jobs (deployment_id);
create index link_jobs_open on link_jobs (expires_at) where state = 'IN_PROGRESS';
create index link_jobs_token on link_jobs (deployment_token_id) where deployment_token_id is not null;
create index link_jobs_build on link_jobs (build_id) where build_id is not null;

-- ---- common-configs ----

create table common_configs (
  id bigint generated always as identity primary key,
  type text not null unique check (type in ('ANALYTICS_URL','WIKI_SHARED_SPACE_URL','SERVICE_DESK')),
  url text not null check (length(url) <= 2000),
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);
