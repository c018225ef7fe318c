/** Edits of the insight catalogue, the newest evaluation of each deployment, and findings. */
export const insights = {
  name: '0077-insights',
  sql: `
-- Categories and types that were edited; the others are as the catalogue has them.
create table insight_groupings (
  kind text not null check (kind in ('category','type')),
  id text not null,
  display_name text not null check (length(display_name) between 1 and 80),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  priority integer not null check (priority between 1 and 99),
  version integer not null,
  updated_at timestamptz not null default now(),
  primary key (kind, id)
);

-- The newest evaluation of all insights of a deployment. Who has claimed a minute evaluates it; no other process does.
create table insight_states (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  claimed_minute bigint not null,
  evaluated_at timestamptz,
  -- By insight: worst value, state, objects beyond the limit, labels of the worst object.
  states jsonb not null default '{}'
);

-- The worst value of each insight per quarter of an hour, for the small lines of cards.
create table insight_points (
  deployment_id bigint not null references deployments (id) on delete cascade,
  starts_minute bigint not null,
  worst jsonb not null,
  primary key (deployment_id, starts_minute)
);
create index insight_points_start on insight_points (starts_minute);

create table insight_findings (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  insight text not null,
  -- The values of the insight's labels, joined; empty for one figure of the whole deployment.
  object text not null check (length(object) <= 1000),
  labels jsonb not null,
  -- A pending finding is beyond its limit, not yet for as long as the insight demands; it is shown to no user.
  state text not null check (state in ('PENDING','OPEN','ACKNOWLEDGED','CLEARED')),
  severity text not null check (severity in ('WARNING','CRITICAL')),
  value double precision not null,
  worst double precision not null,
  opened_at timestamptz not null,
  -- The first evaluation within the limit; the finding is cleared when that has lasted.
  within_since timestamptz,
  cleared_at timestamptz,
  acknowledged_by bigint references users (id) on delete set null,
  acknowledged_at timestamptz,
  acknowledged_reason text check (length(acknowledged_reason) <= 1000),
  acknowledged_until timestamptz,
  case_id bigint references cases (id) on delete set null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (state <> 'ACKNOWLEDGED' or (acknowledged_at is not null and acknowledged_until is not null)),
  check ((state = 'CLEARED') = (cleared_at is not null))
);
create unique index insight_findings_current on insight_findings (deployment_id, insight, object) where state <> 'CLEARED';
create index insight_findings_opened on insight_findings (account_id, opened_at desc, id desc) where state <> 'PENDING';
create index insight_findings_until on insight_findings (acknowledged_until) where state = 'ACKNOWLEDGED';
create index insight_findings_user on insight_findings (acknowledged_by) where acknowledged_by is not null;
create index insight_findings_case on insight_findings (case_id) where case_id is not null;
`,
}
