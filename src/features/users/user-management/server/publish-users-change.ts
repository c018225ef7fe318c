import {
  rolesChangedBy,
  userActivated,
  userBound,
  userCreated,
  userLockedOut,
  userUnlocked,
} from '#features/users/users/contract.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import * as own from '../contract/user-events.ts'
import { publishUserChange } from './publish-user-change.ts'

/** Events that change a page about a user, or a list with them. */
const kinds = [
  own.userMoved,
  own.userEdited,
  own.userFactorsReset,
  own.userSynced,
  own.userMovedToProvider,
  own.userMovedBack,
  own.userPluginSwitched,
  rolesChangedBy,
  userActivated,
  userBound,
  userCreated,
  userLockedOut,
  userUnlocked,
]

/** Notifies the pages that show a user of each change. */
export function publishUsersChange(portal: AppContext): EventHandler[] {
  return [
    on(kinds, 'tell-users', async ({ subjectId, data }, tx) => {
      // Users who lose sight of the user are notified too.
      const takenRoles = 'taken' in data ? data.taken : []
      await publishUserChange(portal, tx, {
        id: Number(subjectId),
        left: takenRoles.flatMap((role) => role.split(':')[1] ?? []),
      })
    }),
  ]
}
