-- Notifications of all kinds in the inbox, what users chose for each kind and channel, and one digest.

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

insert into notifications (user_id, kind, group_name, key, thread, title, text, link, permission, account_id, listed, digest_at)
select l.user_id, 'case.changed', 'cases', l.event_id::text, 'case-' || c.id, '[' || c.key || '] ' || c.subject, l.text,
  '/' || a.name || '/' || a.id || case when c.internal then '/internal' else '' end || '/support/customerCases?id=' || c.key || '&tab=activity',
  case when l.internal or c.internal then 'case:internal' else 'case:read' end, c.account_id, false, l.digest_at
from case_digest_lines l join cases c on c.id = l.case_id join accounts a on a.id = c.account_id;
drop table case_digest_lines;

insert into notification_settings (user_id, group_name, channel, choice)
select user_id, 'cases', 'mail', settings ->> 'caseMailWhen' from user_settings where settings ->> 'caseMailWhen' is not null;
update user_settings set settings = settings - 'caseMailWhen' where settings ? 'caseMailWhen';
