import { type Role, roleNames } from '#features/access/roles/contract.ts'
import { listMyAccounts } from '#features/accounts/accounts/contract.ts'
import { permissionsChanged, readMe } from '#features/users/users/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { text } from './text.ts'

/** Announces changed roles, and redraws the page with the new permissions. */
export function RightsListener() {
  useTopic(permissionsChanged, {}, (message) => {
    void refresh(readMe, listMyAccounts)
    if (message === null) return
    const { given, taken, by } = message
    const words = [
      ...(given.length > 0 ? [text('told.given', { roles: given.map(nameOf).join(', ') })] : []),
      ...(taken.length > 0 ? [text('told.taken', { roles: taken.map(nameOf).join(', ') })] : []),
      ...(by ? [text('told.by', { name: by })] : []),
    ]
    toast({
      tone: 'info',
      title: text('told.title'),
      detail: words.join(' · ').replace(/[<>&]/g, ''),
      autoClose: 10_000,
    })
  })
  return null
}

/** `USER:nordfeld-kabel` in readable form. */
function nameOf(given: string): string {
  const [role = '', account] = given.split(':')
  const name = roleNames[role as Role] ?? role
  return account ? `${name} (${account})` : name
}
