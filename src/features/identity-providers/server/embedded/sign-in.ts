import { sql } from 'kysely'
import { sessionRefused } from '#features/sessions/contract.ts'
import { recoveryCodeUsed, userLockedOut, userUnlocked } from '#features/users/contract.ts'
import {
  checkPassword,
  codeKey,
  forgetGuesses,
  guessesAt,
  PERSON_LIMIT,
  returnGuess,
  secondFactorOf,
  takeGuess,
  takeRecoveryCode,
  takeTotpCode,
  tellPerson,
} from '#features/users/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { Seal } from '#kit/server/seal.ts'
import { signInTexts } from '../../contract.ts'
import { ownCredentialsOf } from '../sign-on/break-glass.ts'
import { maySignIn, type Person } from '../sign-on/recognised.ts'

/** The sentence to show, and for how many seconds no other try is taken. */
export type Refused = { readonly refused: string; readonly seconds?: number }
/** What a try at signing in came to. */
export type Tried = { readonly person: Person } | Refused

/** A try: for which address, from which network address, and who to record. */
export type Try = { readonly email: string; readonly address: string; readonly doer: Doer }

/** Tries a password. Known and unknown addresses get the same answers in the same time; guesses are counted alike. */
export async function tryPassword(portal: Portal, { email, address, doer }: Try, password: string): Promise<Tried> {
  const { db } = portal
  const blocked = await takeGuess(db, email, address)
  if (blocked) return { refused: blockedText(blocked), seconds: blocked.seconds }
  const person = await personBy(portal, email)
  if (!(await checkPassword(db, person?.id ?? null, password)))
    return refuseWrong(portal, { email, address, doer }, person, 'wrong')
  const isHalf = (await secondFactorOf(db, person!.id)) !== undefined
  await (isHalf ? returnGuess : forgetGuesses)(db, email, address)
  return admit(portal, doer, person!)
}

/** Lets somebody in who has proved who they are, unless their state forbids it. */
export async function admit(portal: Portal, doer: Doer, person: Person): Promise<Tried> {
  const { db } = portal
  const present = await unlock(portal, person)
  const own = await ownCredentialsOf(db, portal.config, present)
  if (maySignIn(present) && own.use !== 'none') return { person: present }
  const why = own.use === 'none' ? 'elsewhere' : 'inactive'
  await db.transaction().execute((tx) => recordEvent(tx, sessionRefused, doer, { subject: present.id, data: { why } }))
  return {
    refused: fillText(signInTexts.refusals[why], { provider: own.use === 'none' ? own.provider : '' }),
  }
}

/** Tries the second step: a code of the authenticator, or a recovery code. */
export async function tryCode(
  portal: Portal,
  seal: Seal,
  { email, address, doer }: Try,
  { kind, code }: { kind: 'totp' | 'recovery'; code: string },
): Promise<Tried> {
  const { db } = portal
  const key = codeKey(email)
  const blocked = await takeGuess(db, key, address)
  if (blocked) return { refused: blockedText(blocked), seconds: blocked.seconds }
  const person = await personBy(portal, email)
  const take = kind === 'totp' ? takeTotpCode : takeRecoveryCode
  const right = person !== undefined && (await take(db, seal, person.id, code.replace(/\s/g, '')))
  if (!right) return refuseWrong(portal, { email, address, doer }, person, kind === 'totp' ? 'code' : 'recovery')
  await forgetGuesses(db, key, address)
  await forgetGuesses(db, email, '')
  if (kind === 'recovery')
    await db.transaction().execute(async (tx) => {
      await recordEvent(tx, recoveryCodeUsed, doer, { subject: person.id })
      await tellPerson(tx, portal.config, person, 'recovery-code-used')
    })
  return { person }
}

/** Refuses what was wrong, records it, and locks the person after too much of it. */
export async function refuseWrong(
  { db, config }: Portal,
  { email, doer }: Try,
  person: Person | undefined,
  why: 'wrong' | 'code' | 'recovery' | 'passkey',
): Promise<Refused> {
  const isCode = why === 'code' || why === 'recovery'
  const locked = (await guessesAt(db, isCode ? codeKey(email) : email)) >= PERSON_LIMIT
  await db.transaction().execute(async (tx) => {
    await recordEvent(tx, sessionRefused, doer, { subject: person?.id ?? null, data: { why, email } })
    if (!locked || person?.state !== 'active') return
    await tx
      .updateTable('users')
      .set({ state: 'lockedOut', state_before: 'active' })
      .where('id', '=', person.id)
      .execute()
    await recordEvent(tx, userLockedOut, doer, { subject: person.id })
    if (isCode) await tellPerson(tx, config, person, 'locked-by-codes', { device: doer.address ?? '' })
  })
  if (!locked) return { refused: signInTexts.refusals[why] }
  const seconds = 900
  return { refused: blockedText({ why: 'locked', seconds }), seconds }
}

/** The quarter of an hour is over, or the try would not have been taken: who was locked out by guesses is active again. */
async function unlock({ db }: Portal, person: Person): Promise<Person> {
  if (person.state !== 'lockedOut') return person
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ state: 'active', state_before: null }).where('id', '=', person.id).execute()
    await recordEvent(tx, userUnlocked, { personId: person.id, personName: person.full_name }, { subject: person.id })
  })
  return { ...person, state: 'active', state_before: null }
}

/** The person with the address, as far as the portal itself looks after their sign-in. */
export async function personBy({ db }: Portal, email: string): Promise<Person | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'state', 'state_before'])
    .where('email', '=', email)
    .where(sql<boolean>`issuer is null`)
    .executeTakeFirst()
}

/** Why no try is taken now, in words. */
export function blockedText({ why, seconds }: { why: 'wait' | 'locked' | 'address'; seconds: number }): string {
  return fillText(signInTexts.refusals[why], { seconds, minutes: Math.ceil(seconds / 60) })
}
