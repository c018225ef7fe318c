/** Calls counted against limits, one row per caller and kind of call; what is in it may be lost at any time. */
export const callCounts = {
  name: '0007-call-counts',
  sql: `
create unlogged table call_counts (
  who text primary key,
  window_number bigint not null,
  calls int not null,
  ends_at timestamptz not null
) with (fillfactor = 70);
`,
}
