/** The daily inventory of deployments. */
export const inventory = {
  name: '0098-inventory',
  sql: `
create table inventory_days (
  deployment_id bigint not null references deployments (id) on delete cascade,
  -- The local day of the account.
  day date not null,
  collected_at timestamptz not null default now(),
  -- The deployment did not answer: its sheets are empty.
  missing boolean not null,
  -- Sheet → rows.
  sheets jsonb not null,
  -- The difference to the newest day before that was not missing.
  changes jsonb not null,
  primary key (deployment_id, day)
);
create index inventory_days_day on inventory_days (day);
`,
}
