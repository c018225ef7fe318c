/** The bytes that a streamed call of a connection received; null for all other calls. */
export const bytesOfConnectionCalls = {
  name: '0192-bytes-of-connection-calls',
  sql: `
alter table connection_calls add column bytes bigint;
`,
} as const
