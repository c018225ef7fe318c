/**
 * Series whose rules have parts that an earlier version expanded wrongly: their last start and last end are computed
 * again when they are saved. Until then they are counted from their start and have no known end.
 */
export const seriesExpandedAgain = {
  name: '0330-series-expanded-again',
  sql: `
update calendar_events set last_start = null, last_end = 'infinity'
where rule ~ 'BYSETPOS|BYWEEKNO|BYYEARDAY|BYMONTHDAY|BYHOUR|BYDAY=[^;]*[0-9]';
`,
}
