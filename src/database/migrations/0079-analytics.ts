/** Analytics settings of deployments; figures read every minute; high watermarks; settings and days of the inventory. */
export const analytics = {
  name: '0079-analytics',
  sql: `
alter table deployments add column enable_monitoring boolean not null default true;

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
  read_at timestamptz not null default now()
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
-- Until when the samples of a deployment are part of its watermarks.
create table high_watermark_runs (
  deployment_id bigint primary key references deployments (id) on delete cascade,
  judged_ms bigint not null
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
`,
}
