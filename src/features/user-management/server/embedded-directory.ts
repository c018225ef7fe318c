import { activationLink, makeLink, tellPerson } from '#features/users/server/index.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { Directory } from './directory.ts'

/** The portal's own directory: credentials lie in its database, and the way to them is a mail with a one-time link. */
export function embeddedDirectory(portal: Portal): Directory {
  const { config } = portal
  return {
    async stateOf(tx, { id, issuer }) {
      const password = await tx
        .selectFrom('user_passwords')
        .select('user_id')
        .where('user_id', '=', id)
        .executeTakeFirst()
      return password || issuer !== null ? 'active' : 'provisioned'
    },
    async sendInvitation(tx, { id, email, fullName }) {
      const url = await activationLink(tx, portal.publicUrl(), id)
      await tellPerson(tx, config, { email, full_name: fullName }, 'activation', { url })
    },
    async resetPassword(tx, { id, email, fullName }) {
      const url = `${portal.publicUrl()}/signin/reset?token=${await makeLink(tx, id, 'reset')}`
      await tellPerson(tx, config, { email, full_name: fullName }, 'reset-by-administrator', { url })
    },
    async resetFactors(tx, { id, email, fullName }) {
      await tx.deleteFrom('user_totps').where('user_id', '=', id).execute()
      await tx.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
      await tx.deleteFrom('passkeys').where('user_id', '=', id).execute()
      await tellPerson(tx, config, { email, full_name: fullName }, 'factors-reset')
    },
  }
}
