/** Recorded events with their chain, answers kept for repeated calls, visible jobs, mail waiting to be sent. */
export const eventsAndWork = {
  name: '0002-events-and-work',
  sql: `
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  name text not null,
  audience text not null check (audience in ('account','vendor','person')),
  subject text not null,
  subject_id text,
  account_id bigint references accounts (id),
  actor_id bigint,
  actor_name text,
  impersonator_id bigint,
  impersonator_name text,
  data jsonb not null default '{}',
  request_id text,
  address text,
  -- Set once, by the pump, in order of commit; the hash covers the row and the hash before it.
  seq bigint unique,
  hash bytea
);
create index events_unsealed on events (id) where seq is null;
create index events_account on events (account_id, id desc) where account_id is not null;
create index events_subject on events (subject, subject_id, id desc);
create index events_actor on events (actor_id, id desc) where actor_id is not null;
create index events_name on events (name, id desc);

create function events_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.seq is null and old.hash is null and new.seq is not null
     and (to_jsonb(new) - 'seq' - 'hash') = (to_jsonb(old) - 'seq' - 'hash') then
    return new;
  end if;
  raise exception 'events are append-only' using errcode = '55000';
end $$;
create trigger events_append_only before update or delete on events for each row execute function events_append_only();
create function events_no_truncate() returns trigger language plpgsql as $$
begin raise exception 'events are append-only' using errcode = '55000'; end $$;
create trigger events_no_truncate before truncate on events execute function events_no_truncate();

create table event_chain (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
insert into event_chain (seq, hash) values (0, '\\x0000000000000000000000000000000000000000000000000000000000000000');

create table idempotent_answers (
  person_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  body text,
  at timestamptz not null default now(),
  primary key (person_id, key)
);
create index idempotent_answers_at on idempotent_answers (at);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  account_id bigint references accounts (id),
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

create table mail_outbox (
  id bigint generated always as identity primary key,
  key text unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  state text not null default 'WAITING' check (state in ('WAITING','SENT','FAILED')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_outbox_created on mail_outbox (created_at desc);

create table portal_keys (
  name text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
`,
}
