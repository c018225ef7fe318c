/** Limit and circuit of connections for all processes, and how many calls went in each minute. */
export const connectionGate = {
  name: '0107-connection-gate',
  sql: `
alter table connection_status add column next_call_at timestamptz;
alter table connection_status add column failures integer not null default 0;
alter table connection_status add column failing_since timestamptz;
-- While the circuit is open: when the next call tries the system.
alter table connection_status add column retry_at timestamptz;

create table connection_minutes (
  connection text not null,
  minute timestamptz not null,
  succeeded integer not null default 0,
  failed integer not null default 0,
  primary key (connection, minute)
);
`,
}
