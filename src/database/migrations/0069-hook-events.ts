/** Events that outside systems send to the portal, until they are handled. */
export const hookEvents = {
  name: '0069-hook-events',
  sql: `
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
`,
}
