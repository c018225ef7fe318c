/** Until when the samples of a deployment were copied from an outside system. */
export const metricCopies = {
  name: '0159-metric-copies',
  sql: `
create table metric_copies (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  until_ms bigint not null
);
`,
}
