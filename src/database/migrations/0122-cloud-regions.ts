/** The cloud region and project of an account. */
export const cloudRegions = {
  name: '0122-cloud-regions',
  sql: `
create table cloud_regions (
  account_id bigint primary key references accounts (id) on delete cascade,
  region text not null check (length(region) between 1 and 60),
  project_key text not null check (project_key ~ '^[a-z][a-z0-9-]{4,28}[a-z0-9]$'),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
`,
}
