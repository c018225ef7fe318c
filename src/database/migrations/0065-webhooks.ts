/** Outgoing webhooks of accounts and the log of their deliveries. */
export const webhooks = {
  name: '0065-webhooks',
  sql: `
create table webhooks (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  url text not null check (length(url) <= 2000),
  description text not null default '' check (length(description) <= 250),
  events text[] not null check (cardinality(events) between 1 and 50),
  state text not null default 'ACTIVE' check (state in ('ACTIVE','PAUSED')),
  paused_by text check (paused_by in ('USER','FAILURES')),
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
  updated_at timestamptz not null default now()
);
create index webhooks_account on webhooks (account_id, created_at);

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
  settled_at timestamptz
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, subject, id) where state = 'WAITING';
create index webhook_deliveries_created on webhook_deliveries (created_at);
`,
}
