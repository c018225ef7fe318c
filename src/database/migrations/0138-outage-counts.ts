/** How many modems were missing at moments of an outage: each count is valid until the next. */
export const outageCounts = {
  name: '0138-outage-counts',
  sql: `
create table outage_counts (
  case_id bigint not null references outages (case_id) on delete cascade,
  at timestamptz not null,
  missing integer not null check (missing >= 0),
  primary key (case_id, at)
);
`,
}
