/** Alerts of accounts for the user on call, who was notified of them, and the rotation that says who is on call. */
export const incidentAlerts = {
  name: '0123-incident-alerts',
  sql: `
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
  version integer not null default 1
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
`,
}
