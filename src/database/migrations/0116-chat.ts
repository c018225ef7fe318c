/**
 * Chat channels of accounts and rooms of cases. What customers read and what only vendor staff read are in different
 * tables. A message is identified by its time in microseconds, which no other message of the channel has.
 */
export const chat = {
  name: '0116-chat',
  sql: `
create table chat_channels (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- The case whose room it is; null = the channel of the account.
  case_id bigint references cases (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- The newest time given to a message. Senders lock this row, so times are in the order of commits.
  last_ts bigint not null default 0,
  -- The newest on each side: customers never learn of the other one.
  message_ts bigint not null default 0,
  internal_ts bigint not null default 0,
  message_count integer not null default 0,
  internal_count integer not null default 0
);
create unique index chat_channels_account on chat_channels (account_id) where case_id is null;
create index chat_channels_of_account on chat_channels (account_id);
create unique index chat_channels_case on chat_channels (case_id) where case_id is not null;

create function account_gets_channel() returns trigger language plpgsql as $$
begin insert into chat_channels (account_id) values (new.id); return null; end $$;
create trigger account_gets_channel after insert on accounts for each row execute function account_gets_channel();
insert into chat_channels (account_id) select id from accounts order by id;

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
create unique index chat_messages_key on chat_messages (channel_id, author_id, client_key) where client_key is not null;
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
create unique index chat_internal_messages_key on chat_internal_messages (channel_id, author_id, client_key) where client_key is not null;
create index chat_internal_messages_thread on chat_internal_messages (channel_id, thread_ts) where thread_ts is not null;
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
create trigger chat_internal_files_added after insert on chat_internal_files referencing new table as changed
  for each statement execute function chat_files_hold_bytes();
create trigger chat_internal_files_gone after delete on chat_internal_files referencing old table as changed
  for each statement execute function chat_files_hold_bytes();

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
`,
}
