/** Which registry credentials were announced as expiring. */
export const credentialReminders = {
  name: '0091-credential-reminders',
  sql: `
alter table registry_credentials add column expiry_noticed_at timestamptz;
create index registry_credentials_expiring on registry_credentials (expires_at) where revoked_at is null and expiry_noticed_at is null;
`,
}
