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
-- The audit: each filter has the entries in the order of the pages, so a page is read from its end and not sorted.
create index events_at on events (at desc, id desc);
create index events_account_at on events (account_id, at desc, id desc) include (audience, actor_id)
  where account_id is not null;
create index events_account_name on events (account_id, name, at desc, id desc) where account_id is not null;
create index events_account_actor on events (account_id, actor_id, at desc, id desc) where account_id is not null;
create index events_name_at on events (name, at desc, id desc);
create index events_actor_at on events (actor_id, at desc, id desc) where actor_id is not null;
create index events_impersonator_at on events (impersonator_id, at desc, id desc) where impersonator_id is not null;
create index events_impersonated on events (at desc, id desc) where impersonator_id is not null;
create index events_request on events (request_id) where request_id is not null;
-- The thing first: the same key is searched without its kind.
create index events_subject on events (subject_id, subject, id desc);

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
