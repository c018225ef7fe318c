/** Browsers that get notifications, and whether a user wants them for a category. */
export const webPush = {
  name: '0089-web-push',
  sql: `
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  endpoint text not null unique,
  public_key text not null,
  auth_secret text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id);
alter table announcement_settings add column push boolean not null default true;
`,
}
