/** Teams of the vendor and of customers, and their members with what they watch. */
export const teams = {
  name: '0111-teams',
  sql: `
create table teams (
  id bigint generated always as identity primary key,
  owner_type text not null check (owner_type in ('VENDOR','CUSTOMER')),
  -- The account that owns a customer team.
  account_id bigint references accounts (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  display_name text not null check (length(display_name) between 1 and 120),
  watcher_type text not null check (watcher_type in ('ALL','OUTAGES','MINE','NONE')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((owner_type = 'CUSTOMER') = (account_id is not null))
);
create unique index teams_name on teams (account_id, lower(name)) nulls not distinct;

-- The accounts for which a vendor team acts; without a row it acts for all of them.
create table team_accounts (
  team_id bigint not null references teams (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  primary key (team_id, account_id)
);
create index team_accounts_account on team_accounts (account_id);

create table team_members (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- Null: as the team.
  watcher_type text check (watcher_type in ('ALL','OUTAGES','MINE','NONE')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (team_id, user_id)
);
create index team_members_user on team_members (user_id);
`,
}
