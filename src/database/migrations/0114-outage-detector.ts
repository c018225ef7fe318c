/** Outages that the detector finds, the log of its decisions, and its settings per account. */
export const outageDetector = {
  name: '0114-outage-detector',
  sql: `
-- A row: the detector is on for the account.
create table detector_settings (
  account_id bigint primary key references accounts (id) on delete cascade,
  project_key text not null default '',
  project_label text not null default '',
  collection_window integer not null,
  cascade_window integer not null,
  min_modems integer not null,
  min_share integer not null,
  alert_threshold integer not null,
  -- Files the cases of the account.
  configured_by bigint references users (id) on delete set null,
  updated_at timestamptz not null default clock_timestamp(),
  version integer not null default 1
);
create index detector_settings_configured_by on detector_settings (configured_by) where configured_by is not null;

-- What the rules keep of a deployment, after the minute.
create table detector_runs (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  minute integer not null,
  state jsonb not null,
  judged_at timestamptz not null default clock_timestamp(),
  segments integer not null default 0,
  milliseconds integer not null default 0
);

-- Minutes count from 1970. No end: open. No case: it was over before the detector was on, or no user can file it.
create table detector_outages (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  number integer not null,
  case_id bigint references cases (id) on delete set null,
  scope text not null check (scope in ('segment', 'cluster')),
  cluster text not null,
  segments text[] not null,
  start_minute integer not null,
  detected_minute integer not null,
  end_minute integer,
  last_good_minute integer,
  total_cms_affected integer not null,
  modem_minutes bigint not null,
  alerted_at timestamptz,
  unique (deployment_id, number)
);
create index detector_outages_account on detector_outages (account_id, start_minute desc, id desc);
create index detector_outages_case on detector_outages (case_id) where case_id is not null;

create table detector_decisions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  minute integer not null,
  kind text not null check (kind in ('OPENED', 'JOINED', 'HELD', 'BELOW', 'BLIND', 'CLOSED')),
  rule text not null check (rule in ('segment', 'cluster')),
  cluster text not null,
  segment text,
  segments integer not null,
  outage integer,
  value double precision,
  baseline double precision,
  limit_value double precision,
  run integer not null,
  needed integer not null,
  settings jsonb not null
);
create index detector_decisions_account on detector_decisions (account_id, minute desc, id desc);
create index detector_decisions_deployment on detector_decisions (deployment_id);
create index detector_decisions_minute on detector_decisions (minute);
`,
}
