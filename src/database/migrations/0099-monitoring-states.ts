/** The state of monitoring as of the last minute, so that a change is published. */
export const monitoringStates = {
  name: '0099-monitoring-states',
  sql: `
alter table deployment_figures add column state text check (state in ('OUTAGE', 'DEGRADED', 'MISSING', 'FINE', 'OFF'));
`,
}
