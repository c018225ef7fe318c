import { type Role, roleNames } from '#features/access/roles/contract.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { text } from '../texts.ts'

/** Says which roles of the user were given and taken, and by whom. */
export function announceRoles(message: {
  readonly given: readonly string[]
  readonly taken: readonly string[]
  readonly by: string | null
}): void {
  const { given: givenRoles, taken: takenRoles, by } = message
  const words = [
    ...(givenRoles.length > 0 ? [text('notice.given', { roles: givenRoles.map(nameOf).join(', ') })] : []),
    ...(takenRoles.length > 0 ? [text('notice.taken', { roles: takenRoles.map(nameOf).join(', ') })] : []),
    ...(by ? [text('notice.by', { name: by })] : []),
  ]
  toast({
    tone: 'info',
    title: text('notice.title'),
    detail: words.join(' · ').replace(/[<>&]/g, ''),
    autoClose: 10_000,
  })
}

/** `USER:nordfeld-kabel` in readable form. */
function nameOf(roleInAccount: string): string {
  const [role = '', account] = roleInAccount.split(':')
  const name = roleNames[role as Role] ?? role
  return account ? `${name} (${account})` : name
}
