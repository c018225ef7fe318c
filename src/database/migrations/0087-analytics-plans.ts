/** What the analytics system has of each account's subscription: its plan, and the values of services by name. */
export const analyticsPlans = {
  name: '0087-analytics-plans',
  sql: `
create table analytics_plans (
  account_id bigint primary key references accounts (id) on delete cascade,
  plan text,
  services jsonb not null,
  pushed_at timestamptz not null default clock_timestamp()
);
`,
}
