/** What somebody signed up for, until the link in the mail was followed: then the request to join begins. */
export const signUps = {
  name: '0041-sign-ups',
  sql: `
create table sign_ups (
  user_id bigint primary key references users (id) on delete cascade,
  account_name text not null,
  created_at timestamptz not null default now()
);
-- How many of these mails an address got lately.
create index mail_outbox_onboarding on mail_outbox (recipient, created_at) where key like 'onboarding %';
`,
}
