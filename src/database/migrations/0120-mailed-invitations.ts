/** An invitation in a mail: the calendar program of the recipient reads it. */
export const mailedInvitations = {
  name: '0120-mailed-invitations',
  sql: `
alter table mail_outbox add column calendar_method text check (calendar_method in ('REQUEST', 'CANCEL')),
  add column calendar_text text, add check ((calendar_method is null) = (calendar_text is null));
`,
}
