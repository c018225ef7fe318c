/** An index for the open cases of all accounts by priority. */
export const quickLists = {
  name: '0012-quick-lists',
  sql: `
create index cases_open_priority on cases (internal, priority_rank desc, id desc) where is_open;
`,
}
