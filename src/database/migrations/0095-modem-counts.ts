/** Modems and ONUs of each account by day, beside those of its contract. */
export const modemCounts = {
  name: '0095-modem-counts',
  sql: `
create table modem_counts (
  account_id bigint not null references accounts (id) on delete cascade,
  day date not null,
  contracted bigint,
  counted bigint not null,
  primary key (account_id, day)
);
insert into facets (name, category, subcategory, description, value_type, list_values, unit, minimum, is_limit, display_order) values
  ('facet-network-modems', 'Network', 'Modems', 'Modems and ONUs that the plan is made for', 'NUMBER', '{}', 'modems', 0, false, 13);
insert into plan_facets (plan_id, facet_id, is_infinity, number_value)
select p.id, f.id, given.value is null, given.value
from (values ('connected', 50000), ('essentials', 250000), ('enterprise', null::bigint)) as given (plan, value)
  join facets f on f.name = 'facet-network-modems' join plans p on p.name = given.plan;
`,
}
