/** Connections to outside systems, their status and their last calls. */
export const connections = {
  name: '0068-connections',
  sql: `
create table connections (
  -- '{port}:{account}', or '{port}:shared'.
  id text primary key,
  port text not null,
  account_id bigint references accounts (id) on delete cascade,
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
  circuit_open_since timestamptz
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
  duration_ms integer not null
);
create index connection_calls_newest on connection_calls (connection, id desc);

alter table outbox add column connection text;
update outbox set connection = 'directory:' || (content->>'provider') where line = 'directory';
create index outbox_connection on outbox (connection, id) where state in ('WAITING','FAILED');

-- Messages of these connections wait.
create table outbox_paused (
  connection text primary key,
  since timestamptz not null default now()
);
`,
}
