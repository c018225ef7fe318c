/** Settings that administrators change, as the list of their changes, and the common links of the portal. */
export const settings = {
  name: '0070-settings',
  sql: `
create table setting_changes (
  id bigint generated always as identity primary key,
  key text not null check (length(key) <= 100),
  -- Null: back to the default.
  value jsonb,
  changed_by bigint references users (id) on delete set null,
  changed_at timestamptz not null default clock_timestamp()
);
create index setting_changes_newest on setting_changes (key, id desc);
create index setting_changes_user on setting_changes (changed_by);

create function setting_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings', '');
  return null;
end $$;
create trigger setting_changed after insert on setting_changes for each statement execute function setting_changed();

create table common_configs (
  id bigint generated always as identity primary key,
  type text not null unique check (type in ('ANALYTICS_URL','WIKI_SHARED_SPACE_URL','SERVICE_DESK')),
  url text not null check (length(url) <= 2000),
  version integer not null default 1,
  updated_at timestamptz not null default clock_timestamp()
);
`,
}
