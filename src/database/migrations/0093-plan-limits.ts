/** Uses that are counted by month or day, what stops when a subscription expires, and security releases. */
export const planLimits = {
  name: '0093-plan-limits',
  sql: `
alter table facets add column after_expiry text not null default 'KEEP' check (after_expiry in ('KEEP','STOP'));
update facets set is_limit = true
  where name in ('facet-downloads-max-month', 'facet-api-max-calls-day', 'facet-analytics-retention-days');
-- Uses of a service in a period; the period is a day or a month of the account's time zone.
create table facet_uses (
  account_id bigint not null references accounts (id) on delete cascade,
  facet text not null references facets (name),
  period_start date not null,
  used bigint not null check (used > 0),
  primary key (account_id, facet, period_start)
);
create index facet_uses_facet on facet_uses (facet);
-- A security release is never rejected for a plan.
alter table bundle_releases add column is_security boolean not null default false;
-- Override, else plan, else no row. A limit is number_value; null = as many as come. Services that stop with the
-- subscription are 0, no, or nothing after its last day.
create or replace view effective_facets as
select s.account_id, f.id as facet_id, f.name as facet, f.value_type, f.is_limit, o.facet_id is not null as overridden,
  coalesce(o.is_infinity, p.is_infinity) and not stopped.yes as is_infinity,
  case when stopped.yes then case f.value_type when 'NUMBER' then 0 end
    when o.facet_id is null then p.number_value else o.number_value end as number_value,
  case when stopped.yes then case f.value_type when 'BOOLEAN' then false end
    when o.facet_id is null then p.boolean_value else o.boolean_value end as boolean_value,
  case when stopped.yes then null when o.facet_id is null then p.list_value else o.list_value end as list_value
from subscriptions s cross join facets f
  left join facet_overrides o on o.account_id = s.account_id and o.facet_id = f.id
  left join plan_facets p on p.plan_id = s.plan_id and p.facet_id = f.id
  cross join lateral (select f.after_expiry = 'STOP' and s.plan_id is not null and coalesce(s.expiration_date
    < (select (now() at time zone a.time_zone)::date from accounts a where a.id = s.account_id), false) as yes) stopped
where o.facet_id is not null or p.facet_id is not null;
`,
}
