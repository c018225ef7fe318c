import { passwordLink } from '#features/users/sign-in-mail/server/index.ts'
import { createInvitedUser, grantRole } from '#features/users/users/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'

const email = 'admin@localhost.localdomain'

/**
 * The one-time link of the first administrator, who is created when no user has the role yet. A new start gives a new
 * link; earlier ones stay valid as well, until one is used.
 */
export async function inviteFirstAdmin({ db, publicUrl }: AppContext): Promise<{ email: string; link: string }> {
  const actor = { userName: 'first start' }
  return inTransaction(db, async (tx) => {
    const admin = await tx
      .selectFrom('users')
      .innerJoin('role_grants', 'role_grants.user_id', 'users.id')
      .select(['users.id', 'users.email'])
      .where('role', '=', 'ADMIN')
      .orderBy('users.id')
      .executeTakeFirst()
    if (admin)
      return {
        email: admin.email,
        link: (await passwordLink(tx, publicUrl(), admin.id, 'activation', { keepOthers: true })).url,
      }
    const id = await createInvitedUser(tx, actor, { email, fullName: 'First Administrator' })
    await grantRole(tx, actor, { userId: id, role: 'ADMIN', account: undefined })
    return { email, link: (await passwordLink(tx, publicUrl(), id, 'activation')).url }
  })
}
