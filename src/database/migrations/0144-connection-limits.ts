/** The status of the response that failed, the portal's own limit of calls, and what the system says is left of its quota. */
export const connectionLimits = {
  name: '0144-connection-limits',
  sql: `
alter table connection_status add column failure_status integer;
-- Calls a second, and how many at once.
alter table connection_status add column rate_per_second double precision;
alter table connection_status add column rate_burst integer;
-- As the system reported it with its last response that did.
alter table connection_status add column quota_limit bigint;
alter table connection_status add column quota_left bigint;
alter table connection_status add column quota_at timestamptz;
`,
}
