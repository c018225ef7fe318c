import { isVendor, type Role, roleNames } from '#features/access/roles/contract.ts'
import { accountUsersPath, usersPath } from '#features/users/user-pages/paths.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { addNotification } from '#kit/web/notices/notifications.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { accessAsked, grantRoleUrl } from '../contract/access-requested.ts'
import { label } from './label.ts'

/** Notifies the user of requests for roles that they can grant, with a link to the page to grant them. */
export function AccessListener() {
  const accounts = useAccounts()
  const staff = isVendor(usePrincipal())
  useTopic(accessAsked, {}, (message) => {
    if (message === null) return
    const { id, userId, name, role: requested, account } = message
    const where = accounts.find((one) => one.name === account)
    const role = roleNames[requested as Role] ?? requested
    const users = where && !staff ? accountUsersPath({ account: where }) : usersPath()
    addNotification({
      id: `access-${id}`,
      title: label('asks', { name }),
      detail: where ? label('in', { role, account: where.displayName }) : role,
      to: grantRoleUrl(users, userId, requested, account),
      at: new Date().toISOString(),
    })
  })
  return null
}
