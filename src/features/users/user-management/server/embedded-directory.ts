import { deleteOidcRecords } from '#features/access/sessions/server/index.ts'
import { deleteFactors } from '#features/users/second-factors/server/index.ts'
import { notifyUser, sendSignInInstructions } from '#features/users/sign-in-mail/server/index.ts'
import { deleteCredentials } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Directory, Entry, Who } from './directory.ts'

/**
 * The portal's own directory, in the transaction of the call: credentials are in its database, and users get to them by
 * a mail with a one-time link. Its id of a user is the portal's.
 */
export function embeddedDirectory(portal: Pick<AppContext, 'config' | 'notifier' | 'publicUrl'>, tx: Tx): Directory {
  const { config, notifier, publicUrl } = portal
  const from = () => ({ config, notifier, publicUrl: publicUrl() })
  const directory = {
    async read({ subject }: Who): Promise<Entry | undefined> {
      const user = await tx
        .selectFrom('users')
        .leftJoin('user_passwords', 'user_id', 'id')
        .select(['last_login_at', 'updated_at', 'user_id'])
        .where('id', '=', Number(subject))
        .where('erased_at', 'is', null)
        .executeTakeFirst()
      if (!user) return undefined
      const state = user.user_id === null ? 'provisioned' : 'active'
      return { subject: String(subject), state, fullName: null, lastLogin: user.last_login_at }
    },
    invite: (who: Who) => sendSignInInstructions(tx, from(), ours(who), 'activation'),
    resetPassword: (who: Who) => sendSignInInstructions(tx, from(), ours(who), 'reset-by-administrator'),
    async resetFactors({ subject, fullName }: Who) {
      await deleteFactors(tx, Number(subject))
      await notifyUser(tx, portal, { id: Number(subject), full_name: fullName }, 'factors-reset')
    },
    async reactivate(who: Who) {
      if ((await directory.read(who))?.state === 'provisioned') await directory.invite(who)
    },
    async endSessions({ subject }: Who) {
      await deleteOidcRecords(tx, Number(subject))
    },
    async erase({ subject }: Who) {
      await deleteCredentials(tx, Number(subject))
      await directory.endSessions({ subject, email: '', fullName: '' })
    },
  }
  return directory
}

function ours({ subject, email, fullName }: Who) {
  return { id: Number(subject), email, full_name: fullName, issuer: null }
}
