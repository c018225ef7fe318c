/** Mails that are composed when they are sent, who has seen an announcement, and which mail copies failed. */
export const mailCopies = {
  name: '0147-mail-copies',
  sql: `
-- One mail for many users. Its copies hold the user alone: the mail is composed when it is sent.
create table mail_batches (
  id bigint generated always as identity primary key,
  -- Who composes it, and of what.
  composer text not null,
  source_id bigint not null,
  part integer not null,
  -- As its author reads it.
  subject text not null,
  created_at timestamptz not null default now(),
  unique (composer, source_id, part)
);

alter table mail_outbox
  alter column recipient drop not null,
  alter column subject drop not null,
  alter column body_text drop not null,
  alter column body_html drop not null,
  add column batch_id bigint references mail_batches (id) on delete cascade,
  -- The recipient of a copy. Not a foreign key: a copy for a user who is gone is dropped when it is due.
  add column user_id bigint,
  add constraint mail_outbox_content check (
    case when batch_id is null then recipient is not null and subject is not null and body_text is not null and body_html is not null
    else user_id is not null and send_at is not null end);
create index mail_outbox_batch on mail_outbox (batch_id, state) where batch_id is not null;
create index mail_outbox_copies on mail_outbox (send_at, id) where state = 'WAITING' and batch_id is not null;
drop index mail_outbox_waiting;
create index mail_outbox_waiting on mail_outbox (id) where state = 'WAITING' and batch_id is null;
create index mail_outbox_failed on mail_outbox (created_at) where state = 'FAILED';
-- Mails are listed in the order of their ids; times are needed to delete old ones alone.
drop index mail_outbox_created;
create index mail_outbox_created on mail_outbox using brin (created_at);

alter table announcement_deliveries add column addressed integer not null default 0;
update announcement_deliveries set addressed = delivered;

alter table announcement_inbox
  -- When it was shown to the user first.
  add column seen_at timestamptz,
  add column mail_failed boolean not null default false,
  -- The last item of the digest that has it; null = in none.
  add column digest_id bigint;
update announcement_inbox set seen_at = acknowledged_at where acknowledged_at is not null;
`,
}
