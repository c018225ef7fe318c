-- ---- tags ----

create table calendar_tags (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  color_code text check (color_code ~ '^#[0-9A-F]{6}$'),
  scope text not null default 'CUSTOMER' check (scope in ('SYSTEM', 'CUSTOMER')),
  holds_outages boolean not null default false,
  is_freeze boolean not null default false,
  is_fixed boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create unique index calendar_tags_name on calendar_tags (lower(name));
insert into calendar_tags (name, color_code, holds_outages, is_fixed) values ('Maintenance', '#B45309', true, true);

-- ---- events ----

create table calendar_events (
  id bigint generated always as identity primary key,
  account_id bigint references accounts (id) on delete cascade,
  uid text not null check (length(uid) <= 300),
  series_id bigint references calendar_events (id) on delete cascade,
  recurrence_id timestamp,
  subject text not null check (length(subject) <= 250),
  location text not null default '' check (length(location) <= 250),
  description text not null default '' check (length(description) <= 10000),
  start_at timestamp not null,
  end_at timestamp not null,
  time_zone text not null,
  is_all_day boolean not null default false,
  rule text,
  exdates timestamp[] not null default '{}',
  rdates timestamp[] not null default '{}',
  last_start timestamp,
  first_start timestamptz not null,
  last_end timestamptz not null,
  is_series boolean generated always as (rule is not null or cardinality(rdates) > 0) stored,
  notification integer[] not null default '{}',
  next_reminder_at timestamptz,
  maintenance jsonb,
  invited jsonb not null default '[]',
  organizer_id bigint references users (id) on delete set null,
  sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text not null generated always as
    (lower(subject || ' ' || location || ' ' || description || ' ' || coalesce(maintenance ->> 'id', ''))) stored,
  stamp timestamptz,
  check (last_end >= first_start),
  check (series_id is null or (rule is null and cardinality(rdates) = 0)),
  check (series_id is null or recurrence_id is not null)
);
create unique index calendar_events_instance on calendar_events (series_id, recurrence_id)
  where series_id is not null;
create index calendar_events_single on calendar_events (account_id, first_start) where not is_series;
create index calendar_events_single_time on calendar_events (first_start) where not is_series;
create index calendar_events_series on calendar_events (account_id, last_end) where is_series;
create index calendar_events_series_time on calendar_events (last_end) where is_series;
create index calendar_events_search on calendar_events using gin (search gin_trgm_ops);
create index calendar_events_newest on calendar_events (first_start desc, id desc) where series_id is null;
create index calendar_events_reminder on calendar_events (next_reminder_at) where next_reminder_at is not null;
create index calendar_events_organizer on calendar_events (organizer_id);
create unique index calendar_events_uid on calendar_events (account_id, uid, recurrence_id) nulls not distinct
  where series_id is null;

create table calendar_event_tags (
  event_id bigint not null references calendar_events (id) on delete cascade,
  tag_id bigint not null references calendar_tags (id),
  primary key (event_id, tag_id)
);
create index calendar_event_tags_tag on calendar_event_tags (tag_id);

create table calendar_event_deployments (
  event_id bigint not null references calendar_events (id) on delete cascade,
  deployment_id bigint not null references deployments (id) on delete cascade,
  primary key (event_id, deployment_id)
);
create index calendar_event_deployments_deployment on calendar_event_deployments (deployment_id);

create table calendar_attendees (
  event_id bigint not null references calendar_events (id) on delete cascade,
  email text not null check (length(email) <= 320),
  user_id bigint references users (id) on delete cascade,
  side text not null check (side in ('VENDOR', 'CUSTOMER', 'OUTSIDE')),
  answer text not null default 'NEEDS-ACTION' check (answer in ('NEEDS-ACTION', 'ACCEPTED', 'DECLINED', 'TENTATIVE')),
  answered_at timestamptz,
  primary key (event_id, email)
);
create index calendar_attendees_user on calendar_attendees (user_id);

create table calendar_files (
  id bigint generated always as identity primary key,
  event_id bigint not null references calendar_events (id) on delete cascade,
  account_id bigint references accounts (id) on delete cascade,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  digest text not null,
  author_id bigint not null references users (id),
  created_at timestamptz not null default now()
);
create index calendar_files_event on calendar_files (event_id, id);
create index calendar_files_file on calendar_files (file_id);
create index calendar_files_digest on calendar_files (digest);
create index calendar_files_author on calendar_files (author_id);
create index calendar_files_account on calendar_files (account_id);

-- The bytes of files count for the quota of the account.
create function calendar_files_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select account_id, sum(size)::bigint as bytes from changed where account_id is not null group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;

create trigger calendar_files_added after insert on calendar_files referencing new table as changed
  for each statement execute function calendar_files_hold_bytes();
create trigger calendar_files_gone after delete on calendar_files referencing old table as changed
  for each statement execute function calendar_files_hold_bytes();

-- ---- feeds ----

create table calendar_feeds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint references accounts (id) on delete cascade,
  name text not null check (length(name) <= 60),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
create index calendar_feeds_user on calendar_feeds (user_id, id);
create index calendar_feeds_account on calendar_feeds (account_id);
