/** Modems online and expected of every deployment, minute by minute, for the uptime of 24 hours. */
export const uptime = {
  name: '0097-uptime',
  sql: `
-- No row: no sample in this minute. Minutes count from 1970.
create table deployment_minutes (
  deployment_id bigint not null references deployments (id) on delete cascade,
  minute integer not null,
  online double precision not null,
  expected double precision not null,
  is_maintenance boolean not null default false,
  primary key (deployment_id, minute)
);
create index deployment_minutes_minute on deployment_minutes (minute);

-- Which minutes of a deployment were measured, and what its segments are expected to have online.
create table deployment_minute_runs (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  from_minute integer not null,
  to_minute integer not null,
  -- Segment → its baseline and the minute when that was taken.
  baselines jsonb not null default '{}'
);
`,
}
