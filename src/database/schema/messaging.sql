-- ---- templates ----

create table templates (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 1000),
  delivery_method text not null default 'Banner' check (delivery_method in ('Banner','BellAlert','ModalAlert')),
  title text not null check (length(title) between 1 and 500),
  -- Markdown with placeholders.
  content text not null check (octet_length(content) between 1 and 65536),
  link text,
  user_inputs jsonb not null default '[]',
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into templates (name, description, delivery_method, title, content) values
  ('Case updated', 'The text of mails about an update of a case; the comment follows it.', 'BellAlert',
    '{{case.subject}}', '{{case.change}}'),
  ('Outage opened', 'Sent when a case becomes an outage.', 'Banner',
    'Outage {{case.key}}: {{case.subject}}', '{{case.change}} The priority is {{case.priority}}.'),
  ('Outage closed', 'Sent when an outage is resolved or closed.', 'BellAlert',
    'Outage {{case.key}} is {{case.status}}: {{case.subject}}', '{{case.change}}'),
  ('Subscription expires', 'Sent before and when a subscription expires.', 'BellAlert',
    '{{account.name}}: the {{subscription.plan}} plan ends on {{subscription.expires}}',
    'The {{subscription.plan}} plan of {{account.name}} ends on {{subscription.expires}}. Agree on the next period.'),
  ('Registry credential expires', 'Sent 30, 7 and 1 days before a credential of the registry expires.', 'BellAlert',
    'The registry credential {{credential.name}} expires',
    'The registry credential {{credential.name}} of {{account.name}} expires on {{credential.expires}}. Create a new one, then change it where it is used.'),
  ('Release ready', 'The text of mails about a delivered release.', 'BellAlert',
    '{{release.name}} was delivered to {{account.name}}',
    E'{{release.name}} is ready for {{account.name}}. It was approved by a second user and signed.\n\nDownload it in the portal; the page of the release says how to verify it offline.'),
  ('Subscription reminder', 'The text of the reminder to the customer success manager.', 'BellAlert',
    '{{account.name}}: the {{subscription.plan}} plan ends on {{subscription.expires}}',
    'The {{subscription.plan}} plan of {{account.name}} ends on {{subscription.expires}} (days left: {{subscription.daysLeft}}). Agree on the next period, then set the new date.');

-- ---- announcements ----

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
  message text not null check (length(message) between 1 and 1000000),
  type text not null check (type in ('error','info','success','warning')),
  link text,
  query_params jsonb not null default '{}',
  attachments_urls text[] not null default '{}',
  delivery_method text not null check (delivery_method in ('Banner','BellAlert','ModalAlert')),
  email_copy boolean not null default false,
  category_id bigint not null references announcement_categories (id),
  expiration_at timestamptz,
  is_system boolean not null default false,
  recipients_type text not null
    check (recipients_type in ('EVERYONE','EVERYONE_AND_SIGN_IN','VENDOR_USERS','CUSTOMER_USERS','USERS','FILTER')),
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
  updated_at timestamptz not null default now(),
  template_id bigint references templates (id),
  -- Values of user inputs by name.
  template_inputs jsonb not null default '{}',
  -- Values that the event of a bound template gave.
  event_values jsonb not null default '{}',
  -- Title, message and link as lists of texts and variables of the recipient; null = the same for every recipient.
  personal jsonb,
  withdrawn_by_template boolean not null default false,
  -- The recorded event that it reports: one announcement of a template for each.
  event_id bigint
);
create index announcements_category on announcements (category_id);
create index announcements_author on announcements (author_id);
create index announcements_enabled on announcements (id) where state = 'ENABLED';
create index announcements_template on announcements (template_id) where template_id is not null;
create unique index announcements_event on announcements (event_id, template_id) where event_id is not null;
create index announcements_attachments on announcements using gin (attachments_urls);

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
  addressed integer not null default 0,
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
  is_test boolean not null default false,
  digest_at timestamptz,
  -- When it was shown to the user first.
  seen_at timestamptz,
  mail_failed boolean not null default false,
  -- The last item of the digest that has it; null = in none.
  digest_id bigint,
  unique (announcement_id, occurrence, user_id)
);
create index announcement_inbox_user on announcement_inbox (user_id, id desc);
create index announcement_inbox_unread on announcement_inbox (user_id) where acknowledged_at is null and not muted;
create index announcement_inbox_digest on announcement_inbox (digest_at) where digest_at is not null;

create table announcement_settings (
  user_id bigint not null references users (id) on delete cascade,
  category_id bigint not null references announcement_categories (id) on delete cascade,
  bell boolean not null,
  mail boolean not null,
  push boolean not null default true,
  mail_when text not null default 'AT_ONCE' check (mail_when in ('AT_ONCE','DAILY','WEEKLY')),
  mail_changed_at timestamptz,
  primary key (user_id, category_id)
);
create index announcement_settings_category on announcement_settings (category_id);

create table template_bindings (
  event text primary key,
  template_id bigint not null references templates (id),
  type text not null check (type in ('error','info','success','warning')),
  category_id bigint not null references announcement_categories (id),
  email_copy boolean not null,
  -- The author of the announcements.
  bound_by bigint not null references users (id),
  announce boolean not null default true
);
create index template_bindings_template on template_bindings (template_id);
create index template_bindings_category on template_bindings (category_id);
create index template_bindings_user on template_bindings (bound_by);

create table template_binding_version (
  version integer not null
);
insert into template_binding_version values (1);

create table announcement_files (
  id bigint generated always as identity primary key,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  digest text not null,
  uploaded_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index announcement_files_file on announcement_files (file_id);
create index announcement_files_uploader on announcement_files (uploaded_by);

create table notification_hours (
  user_id bigint primary key references users (id) on delete cascade,
  -- The hour of digests, and the day of weekly ones, on the clock of the user.
  digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  digest_day text not null default 'MO' check (digest_day in ('MO','TU','WE','TH','FR','SA','SU')),
  -- Minutes of the user's day; null = no quiet hours.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);

-- ---- notifications ----

create table notification_settings (
  user_id bigint not null references users (id) on delete cascade,
  -- A group of kinds: cases, chat, releases, …
  group_name text not null,
  channel text not null,
  choice text not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, group_name, channel)
);

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null,
  group_name text not null,
  -- One of the kind for each user.
  key text not null,
  -- What it is about: the inbox shows the notifications of a thread as one.
  thread text,
  title text not null,
  text text not null,
  link text,
  -- Shown as long as the user has the permission, in the account where there is one.
  permission text,
  account_id bigint references accounts (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  -- In the inbox; others wait for a digest alone.
  listed boolean not null,
  digest_at timestamptz,
  unique (user_id, kind, key)
);
create index notifications_inbox on notifications (user_id, id desc) where listed;
create index notifications_unread on notifications (user_id) where listed and read_at is null;
create index notifications_digest on notifications (digest_at, user_id) where digest_at is not null;
create index notifications_thread on notifications (thread) where thread is not null;
create index notifications_account on notifications (account_id) where account_id is not null;
create index notifications_at on notifications (at);

-- ---- web-push ----

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  endpoint text not null unique,
  public_key text not null,
  auth_secret text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);
