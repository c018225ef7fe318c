import { machineAccess } from '#features/access/machine-access/server/index.ts'

/** The credentials of the registry that a user answers for. */
export const ownedCredentials = machineAccess('registry', {
  table: 'registry_credentials',
  name: 't.name',
  account: 'select display_name from accounts where id = t.account_id',
  works: 't.revoked_at is null and t.expires_at > now()',
})
