/** Modems online of the last three hours of each deployment, as the monitoring page shows them. */
export const linesOfDeployments = {
  name: '0179-lines-of-deployments',
  sql: `
alter table deployment_figures
  -- The start of the line; null until it is calculated.
  add column line_starts_ms bigint,
  -- 36 values, one per five minutes of deployment_figure_history; null where it has none. Text: numbers took longest to
  -- write into a response.
  add column line json;
`,
}
