/** For which public update of an outage the next one was recorded as missed. */
export const outageClocks = {
  name: '0101-outage-clocks',
  sql: `alter table outages add column missed_after timestamptz;`,
}
