/** What could not be calculated of a deployment, and why; high watermarks are read from the place of their reader. */
export const failuresOfDeployments = {
  name: '0361-failures-of-deployments',
  sql: `
create table deployment_failures (
  deployment_id bigint not null references deployments (id) on delete cascade,
  job text not null,
  -- Null where the reason is a fault of the portal.
  reason text,
  since timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  primary key (deployment_id, job)
);
drop table high_watermark_runs;
`,
} as const
