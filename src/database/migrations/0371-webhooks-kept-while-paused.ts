/** Messages wait while their webhook is paused, and are tried for a day from then on when it is resumed. */
export const webhooksKeptWhilePaused = {
  name: '0371-webhooks-kept-while-paused',
  sql: `
alter table webhooks add column resumed_at timestamptz;
`,
} as const
