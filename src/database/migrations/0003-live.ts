/** Live messages of the last minutes, and how many each destination has had. */
export const liveMessages = {
  name: '0003-live',
  sql: `
create table live_destinations (
  destination text primary key,
  sequence bigint not null,
  at timestamptz not null default now()
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

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
`,
}
