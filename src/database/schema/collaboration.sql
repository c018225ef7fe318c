-- ---- teams ----

create table teams (
  id bigint generated always as identity primary key,
  owner_type text not null check (owner_type in ('VENDOR','CUSTOMER')),
  -- The account that owns a customer team.
  account_id bigint references accounts (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  display_name text not null check (length(display_name) between 1 and 120),
  watcher_type text not null check (watcher_type in ('ALL','OUTAGES','MINE','NONE')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((owner_type = 'CUSTOMER') = (account_id is not null))
);
create unique index teams_name on teams (account_id, lower(name)) nulls not distinct;

-- The accounts for which a vendor team acts; without a row it acts for all of them.
create table team_accounts (
  team_id bigint not null references teams (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  primary key (team_id, account_id)
);
create index team_accounts_account on team_accounts (account_id);

create table team_members (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  -- Null: as the team.
  watcher_type text check (watcher_type in ('ALL','OUTAGES','MINE','NONE')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (team_id, user_id)
);
create index team_members_user on team_members (user_id);

-- ---- chat ----

create function account_gets_channel() returns trigger language plpgsql as $$
begin insert into chat_channels (account_id) values (new.id); return null; end $$;

create trigger account_gets_channel after insert on accounts for each row execute function account_gets_channel();

create table chat_channels (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- The case whose channel it is; null = the channel of the account.
  case_id bigint references cases (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- The newest time given to a message. Senders lock this row, so times are in the order of commits.
  last_ts bigint not null default 0,
  -- The newest on each side: customers see nothing of the other one.
  message_ts bigint not null default 0,
  internal_ts bigint not null default 0,
  message_count integer not null default 0,
  internal_count integer not null default 0
);
create unique index chat_channels_account on chat_channels (account_id) where case_id is null;
create index chat_channels_of_account on chat_channels (account_id);
create unique index chat_channels_case on chat_channels (case_id) where case_id is not null;

-- The files of a deleted channel are deleted after it, when its account is no longer known.
create function channel_frees_bytes() returns trigger language plpgsql as $$
declare bytes bigint;
begin
  select sum(size)::bigint into bytes from (select size from chat_files where channel_id = old.id
    union all select size from chat_internal_files where channel_id = old.id) held;
  if bytes > 0 then perform hold_bytes(old.account_id, -bytes); end if;
  return old;
end $$;

create trigger channel_frees_bytes before delete on chat_channels for each row execute function channel_frees_bytes();

create table chat_messages (
  channel_id bigint not null references chat_channels (id) on delete cascade,
  ts bigint not null,
  author_id bigint not null references users (id),
  -- Markdown.
  body text not null check (length(body) <= 40000),
  -- The time of the message that it answers.
  thread_ts bigint,
  case_id bigint references cases (id) on delete set null,
  client_key text check (length(client_key) <= 64),
  version integer not null default 1,
  edited_at timestamptz,
  primary key (channel_id, ts)
);
create unique index chat_messages_key on chat_messages (channel_id, author_id, client_key)
  where client_key is not null;
create index chat_messages_thread on chat_messages (channel_id, thread_ts) where thread_ts is not null;
create index chat_messages_author on chat_messages (author_id);
create index chat_messages_case on chat_messages (case_id) where case_id is not null;
create index chat_messages_words on chat_messages using gin (to_tsvector('simple', body));

create table chat_internal_messages (
  channel_id bigint not null references chat_channels (id) on delete cascade,
  ts bigint not null,
  author_id bigint not null references users (id),
  body text not null check (length(body) <= 40000),
  thread_ts bigint,
  case_id bigint references cases (id) on delete set null,
  client_key text check (length(client_key) <= 64),
  version integer not null default 1,
  edited_at timestamptz,
  primary key (channel_id, ts)
);
create unique index chat_internal_messages_key on chat_internal_messages (channel_id, author_id, client_key)
  where client_key is not null;
create index chat_internal_messages_thread on chat_internal_messages (channel_id, thread_ts)
  where thread_ts is not null;
create index chat_internal_messages_author on chat_internal_messages (author_id);
create index chat_internal_messages_case on chat_internal_messages (case_id) where case_id is not null;
create index chat_internal_messages_words on chat_internal_messages using gin (to_tsvector('simple', body));

create table chat_files (
  id bigint generated always as identity primary key,
  channel_id bigint not null,
  message_ts bigint not null,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  digest text not null,
  foreign key (channel_id, message_ts) references chat_messages (channel_id, ts) on delete cascade
);
create index chat_files_message on chat_files (channel_id, message_ts);
create index chat_files_file on chat_files (file_id);
create index chat_files_digest on chat_files (digest);

create function chat_files_hold_bytes() returns trigger language plpgsql as $$
declare held record;
begin
  for held in select c.account_id, sum(f.size)::bigint as bytes from changed f join chat_channels c on c.id = f.channel_id group by 1 order by 1 loop
    perform hold_bytes(held.account_id, case tg_op when 'INSERT' then held.bytes else -held.bytes end);
  end loop;
  return null;
end $$;

create trigger chat_files_added after insert on chat_files referencing new table as changed
  for each statement execute function chat_files_hold_bytes();
create trigger chat_files_gone after delete on chat_files referencing old table as changed
  for each statement execute function chat_files_hold_bytes();

create table chat_internal_files (
  id bigint generated always as identity primary key,
  channel_id bigint not null,
  message_ts bigint not null,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  digest text not null,
  foreign key (channel_id, message_ts) references chat_internal_messages (channel_id, ts) on delete cascade
);
create index chat_internal_files_message on chat_internal_files (channel_id, message_ts);
create index chat_internal_files_file on chat_internal_files (file_id);
create index chat_internal_files_digest on chat_internal_files (digest);

create trigger chat_internal_files_added after insert on chat_internal_files referencing new table as changed
  for each statement execute function chat_files_hold_bytes();
create trigger chat_internal_files_gone after delete on chat_internal_files referencing old table as changed
  for each statement execute function chat_files_hold_bytes();

-- Users who follow a channel, and how far each has read both sides.
create table chat_members (
  channel_id bigint not null references chat_channels (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  read_ts bigint not null default 0,
  internal_read_ts bigint not null default 0,
  joined_at timestamptz not null default now(),
  primary key (channel_id, user_id)
);
create index chat_members_user on chat_members (user_id);

-- When a user's page last said that it shows the channel.
create table chat_presence (
  channel_id bigint not null references chat_channels (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (channel_id, user_id)
);
create index chat_presence_user on chat_presence (user_id);

-- ---- wiki ----

create table wiki_pages (
  id bigint generated always as identity primary key,
  -- Null = shared by all accounts.
  account_id bigint references accounts (id) on delete cascade,
  parent_id bigint references wiki_pages (id),
  title text not null check (length(title) between 1 and 200),
  -- Markdown.
  body text not null check (length(body) <= 200000),
  audience text not null check (audience in ('ALL', 'VENDOR')),
  position integer not null,
  -- The number of the newest version; another place in the tree is no version.
  revision integer not null default 1,
  created_by bigint references users (id),
  created_at timestamptz not null default now(),
  updated_by bigint references users (id),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  words tsvector generated always as
    (setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'B')) stored,
  -- The connection, and the id, the version and the address of the page in the outside system.
  source_connection text,
  source_id text,
  source_version integer,
  source_url text,
  check (num_nulls(source_connection, source_id, source_version, source_url) in (0, 4))
);
create index wiki_pages_account on wiki_pages (account_id, position, id);
create index wiki_pages_parent on wiki_pages (parent_id);
create index wiki_pages_words on wiki_pages using gin (words);
create index wiki_pages_created_by on wiki_pages (created_by);
create index wiki_pages_updated_by on wiki_pages (updated_by);
create unique index wiki_pages_source on wiki_pages (source_connection, source_id)
  where source_connection is not null;

create table wiki_versions (
  page_id bigint not null references wiki_pages (id) on delete cascade,
  number integer not null,
  title text not null,
  body text not null,
  -- Who could read the page then: a text for vendor staff stays theirs when the page is opened to others.
  audience text not null check (audience in ('ALL', 'VENDOR')),
  author_id bigint references users (id),
  note text check (length(note) <= 200),
  restored integer,
  saved_at timestamptz not null default now(),
  primary key (page_id, number)
);
create index wiki_versions_author on wiki_versions (author_id);

-- ---- wiki-mirrors ----

create table wiki_mirrors (
  connection text primary key references connections (id) on delete cascade,
  next_at timestamptz not null,
  -- The end of the last read that succeeded, and what it found.
  read_at timestamptz,
  pages integer not null default 0,
  left_out integer not null default 0
);
