import { sql } from 'kysely'
import { accountEvents } from '#features/accounts/accounts/contract.ts'
import { rolesChangedBy } from '#features/users/users/contract.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { syncMfaGroup } from './sync-mfa-group.ts'

const name = 'directories.groups'

/** Roles and accounts decide who needs a second factor, so it is checked when those change. */
export const groupHandlers: readonly EventHandler[] = [
  on(accountEvents.mfaRequired, name, ({ subjectId }, tx) =>
    syncMfaGroup(tx, sql`u.id in (select user_id from role_grants where account_id = ${Number(subjectId)})`),
  ),
  on(rolesChangedBy, name, ({ subjectId }, tx) => syncMfaGroup(tx, sql`u.id = ${Number(subjectId)}`)),
]
