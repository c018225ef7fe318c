import { sql } from 'kysely'
import { requireDomainAllowed } from '#features/domains/server/index.ts'
import { askToJoinAccount } from '#features/join-requests/server/index.ts'
import { userCreated } from '#features/users/contract.ts'
import { makeLink, signInUrl, takeGuess, voucherOf } from '#features/users/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { networkOf } from '#kit/server/client-address.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { Task } from '#kit/server/jobs.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { Portal } from '#kit/server/portal.ts'
import { Refusal } from '#kit/server/refusal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { signedUp, termsAgreed } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import { termsVersion } from './pages/terms-page.ts'

/** What is known of whoever signs up; `key` is the call's own, so that its mail goes out once. */
export type SignUp = {
  readonly email: string
  readonly fullName: string
  readonly accountName: string
  /** Where they want to go once they have begun; a path of our own. */
  readonly landingPage?: string | undefined
  readonly key: string
  readonly address: string
}

/**
 * Does what a signup asks for, after it was answered: so the answer says the same, as fast, for every address. What
 * the person is told comes by mail, and mail reaches only whoever has the address.
 */
export function signUpTask(portal: Portal): Task<SignUp> {
  return {
    name: 'onboarding.signup',
    run: (wish) =>
      inTransaction(portal.db, async (tx) => {
        // Who signs up twice at once is one person.
        await sql`select pg_advisory_xact_lock(hashtextextended(${wish.email}, 19))`.execute(tx)
        const person = await personOf(tx, wish.email)
        if (person && !person.signingUp) return writeTo(portal, tx, person, 'known', wish)
        const asker = person ?? (await makePerson(tx, wish))
        await wantsToJoin(portal, tx, asker, wish)
        await writeTo(portal, tx, asker, 'signup', wish)
      }),
  }
}

/** Sends a new link to whoever is still signing up, at most one a minute or so. */
export function resendTask(portal: Portal): Task<Pick<SignUp, 'email' | 'key' | 'address'>> {
  return {
    name: 'onboarding.resend',
    async run({ email, key, address }) {
      if (await takeGuess(portal.db, `signup:${email}`, `signup:${networkOf(address)}`)) return
      await inTransaction(portal.db, async (tx) => {
        const person = await personOf(tx, email)
        if (person?.signingUp) await writeTo(portal, tx, person, 'signup', { key })
      })
    },
  }
}

type Person = {
  readonly id: number
  readonly email: string
  readonly fullName: string
  readonly issuer: string | null
}

/** Somebody is signing up as long as they were made, or invited, and have never had a credential. */
async function personOf(tx: Tx, email: string): Promise<(Person & { signingUp: boolean }) | undefined> {
  const { rows } = await sql<Person & { signingUp: boolean }>`
    select id, email, full_name as "fullName", issuer, state in ('staged', 'provisioned') and issuer is null
      and not exists (select 1 from user_passwords p where p.user_id = u.id) as "signingUp"
    from users u where email = ${email} for update`.execute(tx)
  return rows[0]
}

async function makePerson(tx: Tx, { email, fullName, address }: SignUp): Promise<Person> {
  const { id } = await tx
    .insertInto('users')
    .values({ email, full_name: fullName, state: 'provisioned' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const doer = { personId: id, personName: fullName, address }
  await recordEvent(tx, userCreated, doer, { subject: id, data: { email, fullName } })
  await recordEvent(tx, signedUp, doer, { subject: id })
  await recordEvent(tx, termsAgreed, doer, { subject: id, data: { terms: termsVersion } })
  return { id, email, fullName, issuer: null }
}

/** Asks to join; what is asked for already, or is so, or is not allowed any more, changes nothing. */
async function wantsToJoin(portal: Portal, tx: Tx, asker: Person, { accountName, address }: SignUp): Promise<void> {
  try {
    const account = await requireDomainAllowed(tx, asker.email, accountName)
    const doer = { personId: asker.id, personName: asker.fullName, address }
    await askToJoinAccount(portal, tx, { asker, account, doer })
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure
  }
}

async function writeTo(
  portal: Portal,
  tx: Tx,
  person: Person,
  kind: 'signup' | 'known',
  { key, landingPage }: Pick<SignUp, 'key' | 'landingPage'>,
): Promise<void> {
  const { id, email, fullName } = person
  const home = portal.publicUrl()
  const then = (name: string) => (landingPage ? `&${name}=${encodeURIComponent(landingPage)}` : '')
  const provider = await voucherOf(tx, portal.config, person)
  const text = en.mail[provider ? (`${kind}-elsewhere` as const) : kind]
  const url =
    provider || kind === 'known'
      ? signInUrl(home, email) + then('return')
      : `${home}/signup/activate?signupToken=${await makeLink(tx, id, 'activation')}${then('landingPage')}`
  const words = {
    name: fullName,
    portal: portal.config.portalName,
    vendor: portal.config.vendor.name,
    provider: provider?.name ?? '',
  }
  await queueMail(tx, {
    to: email,
    subject: fillText(text.subject, words),
    paragraphs: [fillText(text.text, words)],
    link: { label: fillText(text.link, words), url },
    key: `onboarding ${key}`,
  })
}
