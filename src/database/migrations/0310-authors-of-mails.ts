/** A mail with a user's own words has their name in its sender, in front of the portal's. */
export const authorsOfMails = {
  name: '0310-authors-of-mails',
  sql: `
alter table mail_outbox add column author text;
`,
}
