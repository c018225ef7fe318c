/** Messages of a connection that are being sent are counted when the next ones are claimed. */
export const outboxClaims = {
  name: '0161-outbox-claims',
  sql: `
create index outbox_claimed on outbox (connection) where state = 'WAITING' and claimed_until is not null;
`,
}
