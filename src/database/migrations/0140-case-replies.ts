/** Replies to case mails that became comments, and mails that did not. */
export const caseReplies = {
  name: '0140-case-replies',
  sql: `
alter table mail_outbox add column reply_to text;
-- What mails with one subject have in common: mail programs show them as one conversation.
alter table mail_outbox add column thread text;

create table received_mails (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  -- The Message-ID, or a digest of the mail where it has none.
  message_id text not null,
  sender text not null,
  subject text not null,
  size bigint not null,
  case_id bigint references cases (id) on delete cascade,
  user_id bigint references users (id) on delete set null,
  comment_id bigint,
  -- Null for a mail that became a comment.
  reason text,
  -- What the relay found: pass, fail, none, …
  dkim text,
  spf text,
  -- Files that were not kept, each with the code of the problem.
  dropped_files jsonb not null default '[]'
);
-- The same mail is one comment, however often it arrives.
create unique index received_mails_once on received_mails (message_id, case_id, user_id) where reason is null;
create index received_mails_newest on received_mails (received_at desc, id desc);
`,
}
