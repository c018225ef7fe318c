/** A webhook pauses when the user who made it may no longer do so; who resumes it answers for it. */
export const webhooksWithoutAMaker = {
  name: '0321-webhooks-without-a-maker',
  sql: `
alter table webhooks drop constraint webhooks_paused_by_check;
alter table webhooks add check (paused_by in ('USER','FAILURES','MAKER'));
create index webhooks_created_by on webhooks (created_by) where created_by is not null;
create index account_tokens_created_by on account_tokens (created_by);
`,
} as const
