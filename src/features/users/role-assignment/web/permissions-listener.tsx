import { listMyAccounts } from '#features/accounts/accounts/contract.ts'
import { permissionsChanged, readMe } from '#features/users/users/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'

/** Announces changed roles, and redraws the page with the new permissions. */
export function PermissionsListener() {
  useTopic(permissionsChanged, {}, (message) => {
    void refresh(readMe, listMyAccounts)
    if (message === null) return
    void import('./announce-roles.ts').then(({ announceRoles }) => announceRoles(message))
  })
  return null
}
