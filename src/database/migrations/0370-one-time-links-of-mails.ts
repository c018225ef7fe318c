/** A mail says which of its links is for its recipient alone. */
export const oneTimeLinksOfMails = {
  name: '0370-one-time-links-of-mails',
  sql: `
-- The token in the link of the mail: who has it can use it, once. Pages that list mails hide it.
alter table mail_outbox add column link_token text;
-- Of mails that were composed before, the link stands at the end of the text.
update mail_outbox set link_token = substring(body_text from '[?&](?:token|signupToken)=([A-Za-z0-9_-]{24,})') where body_text is not null;
`,
} as const
