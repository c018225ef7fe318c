import { sql } from 'kysely'
import * as z from 'zod/mini'
import { createUser, deleteUnusedUsers } from '#features/access/user-records/server/index.ts'
import { askToJoinAccount } from '#features/onboarding/join-requests/server/index.ts'
import { requireDomainAllowed } from '#features/sign-in/domains/server/index.ts'
import { consumeSignInAttempt } from '#features/users/passwords/server/index.ts'
import { findExternalProvider, makeLink, signInUrl } from '#features/users/sign-in-mail/server/index.ts'
import { userActivated, userBound, userCreated } from '#features/users/users/contract.ts'
import type { DataOf } from '#kit/contract/event.ts'
import { networkOf } from '#kit/server/client-address.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { NotificationKind } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { signedUp, termsAgreed } from '../contract.ts'
import { termsVersion } from './pages/terms-page.ts'
import { signUpKinds } from './sign-up-notifications.ts'

/** The data of a user who signs up; `key` is the call's own, so that its mail is sent once. */
export const SIGN_UP = defineJob('onboarding.signup', {
  email: z.string(),
  fullName: z.string(),
  accountName: z.string(),
  /** Where they want to go after they started; a path of the portal. */
  landingPage: z.optional(z.string()),
  key: z.string(),
  address: z.string(),
})
export type SignUp = DataOf<typeof SIGN_UP.payload>

/** A new link for a user who is still signing up. */
export const RESEND = defineJob('onboarding.resend', { email: z.string(), key: z.string(), address: z.string() })

/**
 * Processes a sign-up after the response was sent: so the response is the same, as fast, for every address. The user is
 * notified by mail, and mail reaches only the owner of the address.
 */
export function signUpTask(portal: AppContext): Task {
  return taskOf(SIGN_UP, {
    run: (wish) =>
      inTransaction(portal.db, async (tx) => {
        // Two sign-ups at once create one user.
        await sql`select pg_advisory_xact_lock(hashtextextended(${wish.email}, 19))`.execute(tx)
        const user = await userOf(tx, wish.email)
        if (user && !user.signingUp) return writeTo(portal, tx, user, 'known', wish)
        const asker = user ?? (await makeUser(tx, wish))
        await keepWish(tx, asker.id, wish.accountName)
        await writeTo(portal, tx, asker, 'signup', wish)
      }),
  })
}

/** Sends a new link to a user who is still signing up, at most about one a minute. */
export function resendTask(portal: AppContext): Task {
  return taskOf(RESEND, {
    async run({ email, key, address }) {
      if (await consumeSignInAttempt(portal.db, `signup:${email}`, `signup:${networkOf(address)}`)) return
      await inTransaction(portal.db, async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 19))`.execute(tx)
        const user = await userOf(tx, email)
        if (user?.signingUp) await writeTo(portal, tx, user, 'signup', { key })
      })
    },
  })
}

type NewUser = {
  readonly id: number
  readonly email: string
  readonly fullName: string
  readonly issuer: string | null
}

/** A user is signing up as long as they were created, or invited, and have never had a credential. */
async function userOf(tx: Tx, email: string): Promise<(NewUser & { signingUp: boolean }) | undefined> {
  const { rows } = await sql<NewUser & { signingUp: boolean }>`
    select id, email, full_name as "fullName", issuer, state in ('staged', 'provisioned') and issuer is null
      and not exists (select 1 from user_passwords p where p.user_id = u.id) as "signingUp"
    from users u where email = ${email} for update`.execute(tx)
  return rows[0]
}

async function makeUser(tx: Tx, { email, fullName, address }: SignUp): Promise<NewUser> {
  const id = await createUser(tx, { email, fullName, state: 'provisioned' })
  const actor = { userId: id, userName: fullName, address }
  await recordEvent(tx, userCreated, actor, { subject: id, data: { email, fullName } })
  await recordEvent(tx, signedUp, actor, { subject: id })
  await recordEvent(tx, termsAgreed, actor, { subject: id, data: { terms: termsVersion } })
  return { id, email, fullName, issuer: null }
}

/** Stores what a user signed up for. An invited user has a role already, and a sign-up requests nothing for them. */
async function keepWish(tx: Tx, userId: number, accountName: string): Promise<void> {
  await sql`insert into sign_ups (user_id, account_name) select ${userId}, ${accountName}
    where not exists (select 1 from role_grants where user_id = ${userId})
    on conflict (user_id) do update set account_name = excluded.account_name`.execute(tx)
}

/** Deletes a user who signed up and never followed the link: an invitation of the address creates them again. */
export async function dropUnconfirmedSignUp(tx: Tx, email: string): Promise<void> {
  await deleteUnusedUsers(
    tx,
    sql<boolean>`email = ${email} and state in ('staged', 'provisioned') and issuer is null
      and exists (select from sign_ups s where s.user_id = users.id)
      and not exists (select from user_passwords p where p.user_id = users.id)
      and not exists (select from role_grants g where g.user_id = users.id)`,
  )
}

/** The link in the mail was followed, so the address is confirmed: the request to join is made now. */
export function joinHandlers(portal: AppContext): EventHandler[] {
  return [
    on([userActivated, userBound], 'onboarding.join', async ({ subjectId, requestId }, tx) => {
      const { rows } = await sql<NewUser & { accountName: string }>`
        with wish as (delete from sign_ups where user_id = ${Number(subjectId)} returning user_id, account_name)
        select u.id, u.email, u.full_name as "fullName", u.issuer, w.account_name as "accountName"
        from wish w join users u on u.id = w.user_id`.execute(tx)
      const wish = rows[0]
      if (wish) await wantsToJoin(portal, tx, wish, { accountName: wish.accountName, requestId })
    }),
  ]
}

/** Requests to join; a request that exists, is fulfilled, or is not allowed any more, changes nothing. */
async function wantsToJoin(
  portal: AppContext,
  tx: Tx,
  asker: NewUser,
  { accountName, requestId }: { accountName: string; requestId: string | null },
): Promise<void> {
  try {
    const account = await requireDomainAllowed(tx, asker.email, accountName)
    const actor = { userId: asker.id, userName: asker.fullName, ...(requestId ? { requestId } : {}) }
    await askToJoinAccount(portal, tx, { asker, account, actor })
  } catch (failure) {
    if (!(failure instanceof HttpProblem)) throw failure
  }
}

/** One mail a minute and ten a day for each address, from any caller. */
async function mayMail(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql<{ lately: number; today: number }>`
    select count(*) filter (where created_at > now() - interval '1 minute') as lately, count(*) as today from mail_outbox
    where recipient = ${email} and key like 'sign-up.%' and created_at > now() - interval '1 day'`.execute(tx)
  const { lately, today } = rows[0]!
  return lately === 0 && today < 10
}

async function writeTo(
  portal: AppContext,
  tx: Tx,
  user: NewUser,
  kind: 'signup' | 'known',
  { key, landingPage }: Pick<SignUp, 'key' | 'landingPage'>,
): Promise<void> {
  const { id, email, fullName } = user
  if (!(await mayMail(tx, email))) return
  const home = portal.publicUrl()
  const then = (name: string) => (landingPage ? `&${name}=${encodeURIComponent(landingPage)}` : '')
  const provider = await findExternalProvider(tx, portal.config, user)
  const notification: NotificationKind = signUpKinds[provider ? (`${kind}-elsewhere` as const) : kind]
  const activation = (token: string) => `${home}/signup/activate?signupToken=${token}${then('landingPage')}`
  const { url, token } =
    provider || kind === 'known'
      ? { url: signInUrl(home, email) + then('return'), token: undefined }
      : await makeLink(tx, id, 'activation', activation)
  const values = {
    name: fullName,
    portal: portal.config.portalName,
    vendor: portal.config.vendor.name,
    provider: provider?.name ?? '',
  }
  await portal.notifier.notify(tx, notification, { to: [{ userId: id }], values, link: url, key, mail: { token } })
}
