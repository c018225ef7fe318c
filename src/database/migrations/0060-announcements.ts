/** Announcements, their categories, the deliveries of each occurrence, the inbox of each user, and settings by category. */
export const announcements = {
  name: '0060-announcements',
  sql: `
create table announcement_categories (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  sub_category text check (length(sub_category) between 1 and 60),
  -- Used by the portal itself: authors cannot choose it, users cannot mute it.
  internal boolean not null default false,
  version integer not null default 1,
  unique nulls not distinct (name, sub_category)
);
insert into announcement_categories (name, internal) values ('Service', false), ('Maintenance', false), ('Software', false),
  ('Security', false), ('Support', false), ('Commercial', false), ('Configuration change', true);

create table announcements (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  -- Markdown.
  message text not null check (length(message) between 1 and 20000),
  type text not null check (type in ('error','info','success','warning')),
  link text,
  query_params jsonb not null default '{}',
  attachments_urls text[] not null default '{}',
  delivery_method text not null check (delivery_method in ('Banner','BellAlert','ModalAlert')),
  email_copy boolean not null default false,
  category_id bigint not null references announcement_categories (id),
  expiration_at timestamptz,
  is_system boolean not null default false,
  recipients_type text not null check (recipients_type in ('EVERYONE','EVERYONE_AND_SIGN_IN','VENDOR_USERS','CUSTOMER_USERS','USERS','FILTER')),
  recipients jsonb not null default '{}',
  -- The accounts that its author may address (assigned ones); null = all.
  limited_to bigint[],
  delivery_time_type text not null check (delivery_time_type in ('NOW','AT')),
  delivery_time timestamptz not null,
  -- The author's zone: the clock time of the first occurrence is read in it.
  time_zone text not null,
  time_zone_of text not null default 'AUTHOR' check (time_zone_of in ('AUTHOR','RECIPIENT')),
  recurrence text not null default 'ONCE' check (recurrence in ('ONCE','DAILY','WEEKLY','MONTHLY')),
  repeat_every integer not null default 1 check (repeat_every between 1 and 365),
  days_of_week text[] not null default '{}',
  days_of_month integer[] not null default '{}',
  stopping_point jsonb not null default '{"type":"NEVER"}',
  state text not null default 'DRAFT' check (state in ('DRAFT','ENABLED','INACTIVE')),
  -- How many occurrences have been planned, and the clock time of the last one.
  planned integer not null default 0,
  planned_wall timestamp,
  author_id bigint not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index announcements_category on announcements (category_id);
create index announcements_author on announcements (author_id);
create index announcements_enabled on announcements (id) where state = 'ENABLED';

create table announcement_deliveries (
  id bigint generated always as identity primary key,
  announcement_id bigint not null references announcements (id) on delete cascade,
  occurrence integer not null,
  -- The zone whose users get it; null = all.
  time_zone text,
  -- The last zone of an occurrence: it takes all who did not get it in theirs.
  takes_rest boolean not null default true,
  due_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING','DONE','SKIPPED')),
  last_user_id bigint not null default 0,
  late boolean not null default false,
  delivered integer not null default 0,
  mailed integer not null default 0,
  muted integer not null default 0,
  finished_at timestamptz,
  unique nulls not distinct (announcement_id, occurrence, time_zone)
);
create index announcement_deliveries_due on announcement_deliveries (due_at, id) where state = 'WAITING';

create table announcement_inbox (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  announcement_id bigint not null references announcements (id) on delete cascade,
  occurrence integer not null,
  delivered_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  -- The user muted the category or blocks notifications: listed, but not announced.
  muted boolean not null default false,
  mailed boolean not null default false,
  unique (announcement_id, occurrence, user_id)
);
create index announcement_inbox_user on announcement_inbox (user_id, id desc);
create index announcement_inbox_unread on announcement_inbox (user_id) where acknowledged_at is null and not muted;

create table announcement_settings (
  user_id bigint not null references users (id) on delete cascade,
  category_id bigint not null references announcement_categories (id) on delete cascade,
  bell boolean not null,
  mail boolean not null,
  primary key (user_id, category_id)
);
create index announcement_settings_category on announcement_settings (category_id);
`,
}
