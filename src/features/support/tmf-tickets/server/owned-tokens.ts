import { machineAccess } from '#features/access/machine-access/server/index.ts'

/** The tokens of ticket systems that a user answers for. */
export const ownedAccountTokens = machineAccess('ticket-exchange', {
  table: 'account_tokens',
  name: 't.name',
  account: 'select display_name from accounts where id = t.account_id',
})
