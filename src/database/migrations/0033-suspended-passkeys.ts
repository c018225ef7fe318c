/** A passkey whose signature counter did not grow may have been copied: it is suspended until its owner decides. */
export const suspendedPasskeys = {
  name: '0033-suspended-passkeys',
  sql: `
alter table passkeys add column suspended_at timestamptz;
`,
}
