import { text } from 'node:stream/consumers'
import { createApiToken } from '#features/access/tokens/server/index.ts'
import { activateUser } from '#features/access/user-records/server/index.ts'
import { MAX_USERS } from '#features/accounts/accounts/contract.ts'
import { limitExceeded, seatsOf } from '#features/accounts/accounts/server/index.ts'
import { hashPassword, passwordFlaw, storePassword } from '#features/users/passwords/server/index.ts'
import { findExternalProvider, passwordLink, signInUrl } from '#features/users/sign-in-mail/server/index.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { tokenCreated, userActivated } from '../contract.ts'
import { grantRole } from './grant-role.ts'
import { createInvitedUser } from './invite.ts'

type CommandInput = {
  readonly db: Database
  readonly config: PortalConfig
  readonly args: readonly string[]
  readonly name?: string
}
type Command = (input: CommandInput) => Promise<string>

const operator = { userName: 'operator (command line)' }
const TOKEN_DAYS = 90

/** The commands `headend user <command>`: each returns the text to print, or throws a sentence. */
export const userCommands: Readonly<Record<string, Command>> = { add, role, password, token }

async function add({ db, config, args, name }: CommandInput): Promise<string> {
  const email = normaliseEmail(args[0] ?? '')
  if (!/^[^\s@<>,;:"]+@[^\s@<>,;:".]+(\.[^\s@<>,;:".]+)+$/.test(email)) throw new Error('give an e-mail address')
  if (!name?.trim().includes(' ')) throw new Error('give --name "First Last"')
  return inTransaction(db, async (tx) => {
    if (await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())
      throw new Error(`${email} already exists`)
    const publicUrl = publicUrlOf(config)
    const id = await createInvitedUser(tx, operator, { email, fullName: name.trim() })
    const provider = await findExternalProvider(tx, config, { email, issuer: null })
    if (provider) return `${email} was added. They sign in with ${provider.name}:\n${signInUrl(publicUrl, email)}`
    const { url } = await passwordLink(tx, publicUrl, id, 'activation')
    return `${email} was added. Their activation link works once, within 72 hours:\n${url}`
  })
}

async function role({ db, args }: CommandInput): Promise<string> {
  const [wantedRole = '', account] = (args[1] ?? '').split(':')
  return inTransaction(db, async (tx) => {
    const user = await userOf(tx, args[0])
    const accountId = await grantRole(tx, operator, { userId: user.id, role: wantedRole, account })
    if (accountId !== null) await requireSeat(tx, accountId)
    return `${user.email} is ${wantedRole}${account ? ` in ${account}` : ''}`
  })
}

async function requireSeat(tx: Tx, accountId: number): Promise<void> {
  const usedSeats = async () => (await seatsOf(tx, accountId)).used
  const full = await limitExceeded(tx, accountId, { facet: MAX_USERS, used: usedSeats, lock: tx })
  if (full)
    throw new Error(
      `all seats of ${full.account} are taken: ${full.used} of ${full.limit}. Deactivate a user, or ask ${full.contact} for a larger plan`,
    )
}

async function password({ db, config, args }: CommandInput): Promise<string> {
  const newPassword = (await text(process.stdin)).replace(/\r?\n$/, '')
  return inTransaction(db, async (tx) => {
    const user = await userOf(tx, args[0])
    const flaw = await passwordFlaw(config, newPassword, { username: user.email, fullName: user.full_name })
    if (flaw) throw new Error(`the password does not meet the requirements: ${flaw}`)
    await storePassword(tx, user.id, await hashPassword(newPassword), operator)
    if (['staged', 'provisioned', 'recovery', 'passwordExpired'].includes(user.state)) {
      await activateUser(tx, user.id)
      await recordEvent(tx, userActivated, operator, { subject: user.id })
    }
    return `${user.email} has a new password`
  })
}

async function token({ db, args, name }: CommandInput): Promise<string> {
  if (!name?.trim()) throw new Error('give --name NAME')
  return inTransaction(db, async (tx) => {
    const user = await userOf(tx, args[0])
    const expires_at = new Date(Date.now() + TOKEN_DAYS * 86_400_000)
    const { token: secret, row } = await createApiToken(tx, { user_id: user.id, name, expires_at })
    await recordEvent(tx, tokenCreated, operator, { subject: user.id, data: { token: row.id, name } })
    return `${secret}\nIt is shown only once, and expires on ${expires_at.toISOString().slice(0, 10)}.`
  })
}

async function userOf(tx: Tx, email = '') {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'state'])
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst()
  if (!user) throw new Error(`there is no user ${email || 'without an e-mail address: give one'}`)
  return user
}

function publicUrlOf({ publicUrl, port }: PortalConfig): string {
  return publicUrl ?? `http://localhost:${port}`
}
