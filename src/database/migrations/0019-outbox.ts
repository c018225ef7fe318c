/** What outside systems are to be told after the commit, when a directory was last asked what changed there, and what accounts' tools said. */
export const outbox = {
  name: '0019-outbox',
  sql: `
create table outbox (
  id bigint generated always as identity primary key,
  line text not null,
  -- Letters of one subject go out in the order of their ids.
  subject text not null,
  verb text not null,
  content jsonb not null default '{}',
  state text not null default 'WAITING' check (state in ('WAITING','DONE','FAILED','DROPPED')),
  attempts integer not null default 0,
  error text,
  posted_by text,
  posted_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  -- Whoever is at it renews this; when it is over, another process takes the letter.
  claimed_until timestamptz,
  settled_at timestamptz
);
create index outbox_subject on outbox (line, subject, id);
create index outbox_open on outbox (line, subject, id) where state in ('WAITING','FAILED');

create table directory_polls (
  provider_id text primary key references identity_providers (id) on delete cascade,
  -- Changes up to here are known.
  known_until timestamptz,
  asked_at timestamptz not null default now(),
  error text
);

-- What the tools of an account said when they were last asked.
create table account_plugins (
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null,
  items bigint,
  refreshed_at timestamptz,
  job_id bigint references jobs (id) on delete set null,
  primary key (account_id, name)
);
`,
}
