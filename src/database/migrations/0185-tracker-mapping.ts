/** Names of priorities and issue types of cases in a tracker. */
export const trackerMapping = {
  name: '0185-tracker-mapping',
  sql: `
alter table tracker_projects
  add column priority_map jsonb not null default '{}',
  add column type_map jsonb not null default '{}';
`,
} as const
