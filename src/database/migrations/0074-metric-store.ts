/** Series, recent samples, packed chunks and roll-ups of metrics; what ingest received and rejected. */
export const metricStore = {
  name: '0074-metric-store',
  sql: `
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
create table metric_days (day_ms bigint primary key, rolled_up_at timestamptz not null default now());

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

insert into facets (name, category, subcategory, description, value_type, list_values, unit, minimum, is_limit, display_order) values
  ('facet-analytics-max-series', 'Analytics', 'Series', 'Series of metrics of the account', 'NUMBER', '{}', null, 0, true, 12);
insert into plan_facets (plan_id, facet_id, is_infinity, number_value)
select p.id, f.id, given.value is null, given.value
from (values ('connected', 20000), ('essentials', 200000), ('enterprise', null::bigint)) as given (plan, value)
  join facets f on f.name = 'facet-analytics-max-series' join plans p on p.name = given.plan;
`,
}
