/** Mail that an administrator dropped is not sent; what waits is found by its state. */
export const droppedMail = {
  name: '0037-dropped-mail',
  sql: `
alter table mail_outbox drop constraint mail_outbox_state_check;
alter table mail_outbox add constraint mail_outbox_state_check check (state in ('WAITING','SENT','FAILED','DROPPED'));
create index mail_outbox_waiting on mail_outbox (id) where state = 'WAITING';
`,
}
