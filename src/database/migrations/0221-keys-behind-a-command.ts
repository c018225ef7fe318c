/** A signing key whose private half is behind a command of the operator has none here. */
export const keysBehindACommand = {
  name: '0221-keys-behind-a-command',
  sql: `
alter table signing_keys alter column private_key drop not null;
`,
} as const
