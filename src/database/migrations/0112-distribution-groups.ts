/** Named sets of accounts to which bundles are released together. */
export const distributionGroups = {
  name: '0112-distribution-groups',
  sql: `
create table distribution_groups (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 500),
  -- The place of the group in a rollout.
  ring integer check (ring between 1 and 99),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index distribution_groups_name on distribution_groups (lower(name));

create table distribution_group_accounts (
  group_id bigint not null references distribution_groups (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  primary key (group_id, account_id)
);
create index distribution_group_accounts_account on distribution_group_accounts (account_id);
`,
}
