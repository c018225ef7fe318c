/** Why a case becomes an outage of months that are closed. */
export const lateConversions = {
  name: '0362-late-conversions',
  sql: `
alter table outages add column correction text;
`,
} as const
