/** Lines of SLA months that a customer disputes, each with the case in which the dispute is settled. */
export const slaDisputes = {
  name: '0137-sla-disputes',
  sql: `
create table sla_disputes (
  -- The case of the dispute.
  case_id bigint primary key references cases (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The case of the outage whose line is disputed.
  outage_id bigint not null references cases (id) on delete cascade,
  reason text not null check (length(reason) between 1 and 4000),
  opened_by bigint references users (id),
  opened_at timestamptz not null default now()
);
create index sla_disputes_line on sla_disputes (account_id, month, outage_id);
create index sla_disputes_outage on sla_disputes (outage_id);
create index sla_disputes_user on sla_disputes (opened_by) where opened_by is not null;
`,
}
