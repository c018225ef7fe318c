/** Users are reminded of a registry credential 30, 7 and 1 days before it expires. */
export const threeCredentialReminders = {
  name: '0250-three-credential-reminders',
  sql: `
-- The last reminder that was sent. There was one before, 14 days ahead: it counts as the first.
alter table registry_credentials add column reminded_days smallint check (reminded_days in (30, 7, 1));
update registry_credentials set reminded_days = 30 where expiry_noticed_at is not null;
drop index registry_credentials_expiring;
alter table registry_credentials drop column expiry_noticed_at;
create index registry_credentials_expiring on registry_credentials (expires_at) where revoked_at is null;

update templates set description = 'Sent 30, 7 and 1 days before a credential of the registry expires.'
  where name = 'Registry credential expires' and description = 'Sent 14 days before a credential of the registry expires.';
`,
} as const
