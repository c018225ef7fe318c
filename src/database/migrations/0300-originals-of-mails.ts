/** Received mails are kept as they arrived, beside what became of them. */
export const originalsOfMails = {
  name: '0300-originals-of-mails',
  sql: `
create table mail_originals (
  id bigint generated always as identity primary key,
  -- Whose mail it is; null for a sender who is no user.
  user_id bigint references users (id) on delete cascade,
  file_id bigint not null references stored_files (id),
  -- All of its text, with what it quotes.
  text text not null,
  received_at timestamptz not null default now()
);
create index mail_originals_user on mail_originals (user_id);
create index mail_originals_file on mail_originals (file_id);

-- Of a comment that came by mail; is_cut where less than the text of the mail became the comment.
alter table case_comments add column original_id bigint references mail_originals (id) on delete set null,
  add column is_cut boolean not null default false;
create index case_comments_original on case_comments (original_id) where original_id is not null;

-- Of a mail that became no comment.
alter table received_mails add column original_id bigint references mail_originals (id) on delete set null;
create index received_mails_original on received_mails (original_id) where original_id is not null;
comment on column received_mails.message_id is 'The same for a mail that is delivered again.';

create index mail_outbox_thread on mail_outbox (thread, recipient) where thread is not null;
`,
}
