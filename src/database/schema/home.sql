-- ---- common-configs ----

create table common_configs (
  id bigint generated always as identity primary key,
  type text not null unique check (type in ('ANALYTICS_URL','WIKI_SHARED_SPACE_URL','SERVICE_DESK')),
  url text not null check (length(url) <= 2000),
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);
