/** Plans in the analytics system that were read there, and never pushed by the portal. */
export const analyticsPlansRead = {
  name: '0150-analytics-plans-read',
  sql: `
alter table analytics_plans alter column pushed_at drop not null;
`,
}
