/**
 * When a user's mail copies are sent: at once or in a digest, and not in quiet hours; mails that are sent later or have
 * an unsubscribe link.
 */
export const notificationHours = {
  name: '0090-notification-hours',
  sql: `
alter table announcement_settings add column mail_when text not null default 'AT_ONCE' check (mail_when in ('AT_ONCE','DAILY','WEEKLY'));
-- Unsubscribe links of mails from before have no effect.
alter table announcement_settings add column mail_changed_at timestamptz;

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

-- When the digest that has it is sent; null = in none.
alter table announcement_inbox add column digest_at timestamptz;
create index announcement_inbox_digest on announcement_inbox (digest_at) where digest_at is not null;

alter table mail_outbox add column unsubscribe_url text;
alter table mail_outbox add column send_at timestamptz;
`,
}
