/** Calculated steps of heat maps: 24 of a query and deployment in a row. */
export const heatMapBlocks = {
  name: '0160-heat-map-blocks',
  sql: `
create table heat_map_blocks (
  deployment_id bigint not null references deployments (id) on delete cascade,
  -- SHA-256 of the query with its step; the name of the deployment is not part of it.
  query bytea not null,
  starts_ms bigint not null,
  calculated_at timestamptz not null default now(),
  -- Whether each of the steps has a value and no late sample can change one.
  complete boolean not null,
  -- Series as [labels, values]; a missing value is null.
  series json not null,
  primary key (deployment_id, query, starts_ms)
);
create index heat_map_blocks_calculated on heat_map_blocks (calculated_at);
`,
}
