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
