/** Rollouts: a bundle is released to rings of accounts, one after the other. */
export const rollouts = {
  name: '0127-rollouts',
  sql: `
create table rollouts (
  id bigint generated always as identity primary key,
  bundle_id bigint not null references bundles (id) on delete cascade,
  state text not null default 'RUNNING' check (state in ('RUNNING','DONE','STOPPED')),
  is_security boolean not null default false,
  note text check (length(note) <= 32767),
  stop_reason text check (length(stop_reason) <= 1000),
  created_by bigint not null references users (id),
  created_by_impersonator bigint references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One at a time of each bundle.
create unique index rollouts_running on rollouts (bundle_id) where state = 'RUNNING';
create index rollouts_bundle on rollouts (bundle_id);
create index rollouts_created on rollouts (created_at desc, id desc);

create table rollout_rings (
  rollout_id bigint not null references rollouts (id) on delete cascade,
  position integer not null check (position between 1 and 12),
  group_name text not null,
  soak_minutes integer not null check (soak_minutes >= 0),
  gates jsonb not null,
  state text not null default 'WAITING' check (state in ('WAITING','HELD','RELEASING','SOAKING','DONE','STOPPED')),
  -- The failed checks of the ring before.
  held_by text[] not null default '{}',
  started_at timestamptz,
  soaking_at timestamptz,
  done_at timestamptz,
  -- The checks of the last evaluation, and who overrode which.
  checks jsonb not null default '[]',
  overrides jsonb not null default '{}',
  checked_at timestamptz,
  primary key (rollout_id, position)
);

create table rollout_accounts (
  rollout_id bigint not null,
  position integer not null,
  account_id bigint not null references accounts (id) on delete cascade,
  release_id bigint references bundle_releases (id) on delete set null,
  primary key (rollout_id, account_id),
  foreign key (rollout_id, position) references rollout_rings (rollout_id, position) on delete cascade
);
create index rollout_accounts_release on rollout_accounts (release_id) where release_id is not null;
create index rollout_accounts_account on rollout_accounts (account_id);
`,
}
