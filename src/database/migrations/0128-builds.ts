/** Builds that the portal starts in the build system of an account. */
export const builds = {
  name: '0128-builds',
  sql: `
create table builds (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  parameters jsonb not null,
  -- WAITING: not sent yet. QUEUED: the build system has it in its queue.
  state text not null default 'WAITING' check (state in ('WAITING','QUEUED','RUNNING','SUCCEEDED','FAILED','CANCELLED')),
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
`,
}
