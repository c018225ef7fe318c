/** Where an alert was acknowledged and closed, when that was done in a connected alerting system, and by which user of it. */
export const alertsOutside = {
  name: '0131-alerts-outside',
  sql: `
alter table incident_alerts
  add column acknowledged_in text,
  add column acknowledged_name text check (length(acknowledged_name) <= 200),
  add column closed_in text,
  add column closed_name text check (length(closed_name) <= 200);
`,
}
