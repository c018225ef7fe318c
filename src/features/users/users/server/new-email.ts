import { sql } from 'kysely'
import { changeEmail } from '#features/access/user-records/server/index.ts'
import {
  enabledProviderFor,
  findExternalProvider,
  listExternalProviders,
  makeLink,
  notifyUser,
  voidLinks,
} from '#features/users/sign-in-mail/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'

type Owner = {
  readonly id: number
  readonly email: string
  readonly full_name: string
  readonly issuer: string | null
}

/** Rejects a new address where an identity provider says which address a user has. */
export async function requireOwnAddress(tx: Tx, { config }: Pick<AppContext, 'config'>, user: Owner, email: string) {
  const from = user.issuer === null ? undefined : await findExternalProvider(tx, config, user)
  if (from) throwFieldProblem('email', `comes from ${from.name}, where it can be changed`)
  const to = enabledProviderFor(await listExternalProviders(tx, config), email)
  if (to && enabledProviderFor(await listExternalProviders(tx, config), user.email)?.issuer !== to.issuer)
    throwFieldProblem('email', `is of a domain whose users sign in with ${to.name}`)
}

/** Whether another user has an address. */
export async function isTaken(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`select 1 from users where email = ${email}`.execute(tx)
  return rows.length > 0
}

/** Mails the link that confirms a new address to it, and a notice to the present one. */
export async function askForEmail(
  tx: Tx,
  portal: Pick<AppContext, 'config' | 'notifier' | 'publicUrl'>,
  user: Owner,
  email: string,
): Promise<void> {
  const link = await makeLink(tx, user.id, 'email', (token) => `${portal.publicUrl()}/signin/email?token=${token}`, {
    newEmail: email,
  })
  await notifyUser(tx, portal, { address: email, full_name: user.full_name }, 'email-confirm', { ...link, email })
  await notifyUser(tx, portal, user, 'email-requested', { email })
}

/**
 * Gives a user another address; what is kept by address follows: links that were sent to the old one are void, users
 * whom it names as their manager name the new one. Everything else is kept by user. The old address gets a notice.
 */
export async function storeEmail(
  tx: Tx,
  portal: Pick<AppContext, 'config' | 'notifier'>,
  user: Pick<Owner, 'id' | 'email' | 'full_name'>,
  email: string,
): Promise<void> {
  await changeEmail(tx, user.id, { from: user.email, to: email })
  await voidLinks(tx, user.id)
  await notifyUser(tx, portal, { address: user.email, full_name: user.full_name }, 'email-changed', { email })
}
