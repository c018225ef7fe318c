-- ---- metrics ----

create table deployment_tokens (
  id bigint generated always as identity primary key,
  deployment_id bigint not null references deployments (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- SHA-256 of the token; the token itself is not stored.
  hash bytea not null unique,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  first_samples_at timestamptz
);
create index deployment_tokens_deployment on deployment_tokens (deployment_id, id);
create index deployment_tokens_created_by on deployment_tokens (created_by) where created_by is not null;

create table metric_series (
  id bigint generated always as identity primary key,
  deployment_id bigint not null references deployments (id) on delete cascade,
  -- 16 bytes of the SHA-256 of name and labels.
  fingerprint bytea not null,
  name text not null,
  labels jsonb not null,
  created_at timestamptz not null default now(),
  -- The start of the newest packed window with samples; null before the first.
  last_window_ms bigint,
  unique (deployment_id, fingerprint)
);
create index metric_series_name on metric_series (deployment_id, name);

-- Recent samples, in one partition per window of two hours. A null value is a stale marker.
create table metric_samples (
  series_id bigint not null,
  at_ms bigint not null,
  value double precision,
  primary key (series_id, at_ms)
) partition by range (at_ms);

-- A closed window gets no more rows in metric_samples: late samples are merged into its chunks.
create table metric_windows (
  starts_ms bigint primary key,
  closed_at timestamptz,
  packed_at timestamptz
);

-- The samples of one series in one window, in one partition per day.
create table metric_chunks (
  series_id bigint not null,
  starts_ms bigint not null,
  samples integer not null,
  data bytea not null,
  primary key (series_id, starts_ms)
) partition by range (starts_ms);

-- One row per series and day, by the days for which the account's plan keeps them; hours holds the same figures per hour.
create table metric_rollups (
  retention_days integer not null,
  series_id bigint not null,
  day_ms bigint not null,
  hours bytea not null,
  minimum double precision not null,
  maximum double precision not null,
  sum double precision not null,
  count integer not null,
  last double precision not null,
  increase double precision not null,
  primary key (retention_days, series_id, day_ms)
) partition by list (retention_days);

create table metric_rollups_7 partition of metric_rollups for values in (7) partition by range (day_ms);

create table metric_rollups_31 partition of metric_rollups for values in (31) partition by range (day_ms);

create table metric_rollups_92 partition of metric_rollups for values in (92) partition by range (day_ms);

create table metric_rollups_396 partition of metric_rollups for values in (396) partition by range (day_ms);

-- Days whose roll-ups are complete.
create table metric_days (
  day_ms bigint primary key,
  rolled_up_at timestamptz not null default now()
);

-- Days whose roll-ups have to be computed again, because late samples arrived.
create table metric_stale_days (
  day_ms bigint not null,
  series_id bigint not null references metric_series (id) on delete cascade,
  primary key (day_ms, series_id)
);
create index metric_stale_days_series on metric_stale_days (series_id);

create table metric_totals (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  samples bigint not null,
  newest_ms bigint not null,
  received_at timestamptz not null default now()
);

create table metric_rejections (
  deployment_id bigint not null references deployments (id) on delete cascade,
  reason text not null,
  samples bigint not null,
  example text not null check (length(example) <= 300),
  last_at timestamptz not null default now(),
  primary key (deployment_id, reason)
);

create table metric_copies (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  until_ms bigint not null
);

-- Minutes count from 1970. Late: the earliest minute written since the reader last asked.
create table metric_readers (
  deployment_id bigint not null references deployments (id) on delete cascade,
  reader text not null,
  metrics text[] not null,
  next_minute integer not null,
  late_minute integer,
  version integer not null default 1,
  primary key (deployment_id, reader)
);

-- What a reader knew after a minute.
create table metric_reader_states (
  deployment_id bigint not null,
  reader text not null,
  minute integer not null,
  state jsonb not null,
  primary key (deployment_id, reader, minute),
  foreign key (deployment_id, reader) references metric_readers (deployment_id, reader) on delete cascade
);

create table deployment_failures (
  deployment_id bigint not null references deployments (id) on delete cascade,
  job text not null,
  -- Null where the reason is a fault of the portal.
  reason text,
  since timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  primary key (deployment_id, job)
);

-- ---- insights ----

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
create unique index insight_findings_current on insight_findings (deployment_id, insight, object)
  where state <> 'CLEARED';
create index insight_findings_opened on insight_findings (account_id, opened_at desc, id desc)
  where state <> 'PENDING';
create index insight_findings_until on insight_findings (acknowledged_until) where state = 'ACKNOWLEDGED';
create index insight_findings_user on insight_findings (acknowledged_by) where acknowledged_by is not null;
create index insight_findings_case on insight_findings (case_id) where case_id is not null;

create table heat_map_blocks (
  deployment_id bigint not null references deployments (id) on delete cascade,
  -- SHA-256 of the query with its step; the name of the deployment is not part of it.
  query bytea not null,
  starts_ms bigint not null,
  calculated_at timestamptz not null default now(),
  -- Whether each of the steps has a value and no late sample can change one.
  complete boolean not null,
  -- The labels of each series, a JSON array.
  labels text not null,
  -- 24 little-endian doubles per series; NaN where a value is missing.
  values bytea not null,
  primary key (deployment_id, query, starts_ms)
);
create index heat_map_blocks_calculated on heat_map_blocks (calculated_at);

-- ---- analytics ----

create table deployment_analytics (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  ops_customer_name text check (length(ops_customer_name) between 1 and 100),
  api_url text,
  portal_url text,
  portal_username text,
  portal_password bytea,
  stats_history_expiration integer not null default 60 check (stats_history_expiration between 1 and 10080),
  md_stats_fields text[],
  cm_stats_fields text[]
);

-- What the newest samples of a deployment say; no row before the first sample.
create table deployment_figures (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  newest_ms bigint not null,
  online double precision,
  known double precision,
  read_at timestamptz not null default now(),
  state text check (state in ('OUTAGE', 'DEGRADED', 'MISSING', 'FINE', 'OFF')),
  -- The start of the line; null until it is calculated.
  line_starts_ms bigint,
  -- 36 values, one per five minutes of deployment_figure_history; null where it has none. Text: numbers took longest to
  -- write into a response.
  line json
);

-- The same every five minutes, for two days. Null: no sample.
create table deployment_figure_history (
  deployment_id bigint not null references deployments (id) on delete cascade,
  at_ms bigint not null,
  online double precision,
  known double precision,
  primary key (deployment_id, at_ms)
);
create index deployment_figure_history_at on deployment_figure_history (at_ms);

-- A value of -Infinity was reset: only later samples count.
create table high_watermarks (
  deployment_id bigint not null references deployments (id) on delete cascade,
  name text not null,
  value double precision not null,
  -- The object that reached it, for example a MAC domain.
  source text not null default '',
  reached_ms bigint not null,
  primary key (deployment_id, name)
);

create table inventory_settings (
  account_id bigint primary key references accounts (id),
  enabled boolean not null default true,
  at_time text not null default '02:00' check (at_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  format text not null default 'csv' check (format = 'csv'),
  recipients text[] not null default '{}',
  only_changes boolean not null default false,
  include_excluded boolean not null default false,
  ds_threshold double precision not null default 80 check (ds_threshold between 1 and 100),
  us_threshold double precision not null default 70 check (us_threshold between 1 and 100),
  version integer not null default 1
);

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

-- ---- uptime ----

-- No row: no sample in this minute. Minutes count from 1970.
create table deployment_minutes (
  deployment_id bigint not null references deployments (id) on delete cascade,
  minute integer not null,
  online double precision not null,
  expected double precision not null,
  is_maintenance boolean not null default false,
  primary key (deployment_id, minute)
);
create index deployment_minutes_minute on deployment_minutes (minute);

-- ---- detector ----

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
  judged_at timestamptz not null default clock_timestamp(),
  segments integer not null default 0,
  milliseconds integer not null default 0,
  since_minute integer not null default 0
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

-- ---- incident-alerts ----

create table incident_alerts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- What happened; of two open alerts with one alias the second is an occurrence of the first.
  alias text not null check (length(alias) between 1 and 250),
  message text not null check (length(message) between 1 and 130),
  description text not null default '' check (length(description) <= 15000),
  priority text not null check (priority in ('P1', 'P2', 'P3', 'P4', 'P5')),
  tags text[] not null default '{}',
  case_key text,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACKNOWLEDGED', 'CLOSED')),
  occurrences integer not null default 1,
  created_by bigint references users (id),
  created_at timestamptz not null default now(),
  last_occurred_at timestamptz not null default now(),
  acknowledged_by bigint references users (id),
  acknowledged_at timestamptz,
  closed_by bigint references users (id),
  closed_at timestamptz,
  -- How many users were notified, and when the next one is; null when nobody is left, or it was acknowledged.
  level integer not null default 0,
  next_notice_at timestamptz,
  version integer not null default 1,
  acknowledged_in text,
  acknowledged_name text check (length(acknowledged_name) <= 200),
  closed_in text,
  closed_name text check (length(closed_name) <= 200)
);
create unique index incident_alerts_open on incident_alerts (account_id, alias) where state <> 'CLOSED';
create index incident_alerts_newest on incident_alerts (id desc);
create index incident_alerts_account on incident_alerts (account_id, id desc);
create index incident_alerts_state on incident_alerts (state, id desc) where state <> 'CLOSED';
create index incident_alerts_notice on incident_alerts (next_notice_at) where next_notice_at is not null;
create index incident_alerts_case on incident_alerts (case_key) where case_key is not null and state <> 'CLOSED';
create index incident_alerts_created_by on incident_alerts (created_by) where created_by is not null;
create index incident_alerts_acknowledged_by on incident_alerts (acknowledged_by) where acknowledged_by is not null;
create index incident_alerts_closed_by on incident_alerts (closed_by) where closed_by is not null;

create table incident_alert_notices (
  alert_id bigint not null references incident_alerts (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  level integer not null,
  notified_at timestamptz not null default now(),
  primary key (alert_id, level)
);
create index incident_alert_notices_user on incident_alert_notices (user_id);

-- One row: when the next user of the rotation takes over.
create table on_call_rotation (
  id boolean primary key default true check (id),
  time_zone text not null,
  -- Monday is 1.
  weekday integer not null check (weekday between 1 and 7),
  hand_over_time time not null,
  -- Minutes after which the next user is notified of an alert that nobody acknowledged.
  escalate_minutes integer not null check (escalate_minutes between 1 and 1440),
  -- The hand-over at which the first user began, as clock time of the zone.
  began_at timestamp not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table on_call_users (
  position integer primary key,
  user_id bigint not null unique references users (id) on delete cascade
);

create table on_call_overrides (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  check (to_at > from_at)
);
create index on_call_overrides_user on on_call_overrides (user_id);
create index on_call_overrides_end on on_call_overrides (to_at);
