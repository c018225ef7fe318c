import { sql } from 'kysely'
import { voidLinks } from '#features/users/sign-in-mail/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { type PasswordOwner, type PasswordRule, passwordChanged, passwordRules } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { isBreached } from './breached-passwords.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, isOutdated, isPassword } from './password-hash.ts'

type Policy = Pick<PortalConfig, 'passwordPolicy' | 'breachedPasswords'>

/**
 * The whole rule, with the common passwords and, if the operator has a file of them, the breached ones; words that
 * every user here thinks of are rejected like parts of names.
 */
export async function passwordVerdict(
  { passwordPolicy, breachedPasswords: file }: Policy,
  password: string,
  owner: PasswordOwner,
): Promise<readonly PasswordRule[]> {
  return [
    ...passwordRules(password, owner, passwordPolicy),
    { rule: 'common', kept: !isCommonPassword(password) },
    ...(file ? [{ rule: 'breached', kept: password !== '' && !(await isBreached(file, password)) } as const] : []),
  ]
}

/** The text of the first line of the rule that the password breaks; undefined when it is valid. */
export async function passwordFlaw(
  policy: Policy,
  password: string,
  owner: PasswordOwner,
): Promise<string | undefined> {
  const brokenRule = (await passwordVerdict(policy, password, owner)).find(({ kept }) => !kept)
  return brokenRule && pageTexts.passwordRules[brokenRule.rule]
}

/** Checks a password and, when the cost was raised since, hashes it again. Unknown users take as long. */
export async function checkPassword(db: Database, userId: number | null, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_passwords')
    .select('hash')
    .where('user_id', '=', userId ?? -1)
    .executeTakeFirst()
  const right = password.length <= 1024 && (await isPassword(row?.hash ?? null, password))
  if (right && row && isOutdated(row.hash)) {
    const hash = await hashPassword(password)
    await db
      .updateTable('user_passwords')
      .set({ hash })
      .where('user_id', '=', userId)
      .where('hash', '=', row.hash)
      .execute()
  }
  return right
}

/** When the user's password was last changed; null without one. */
export async function passwordChangedAt(db: Database | Tx, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('user_passwords')
    .select('changed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.changed_at ?? null
}

/** Stores a password that has passed the rule, and records the change. Earlier links to choose one are void. */
export async function storePassword(tx: Tx, userId: number, hash: string, actor: EventActor): Promise<void> {
  await tx
    .insertInto('user_passwords')
    .values({ user_id: userId, hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at: sql<Date>`now()` }))
    .execute()
  await voidLinks(tx, userId)
  await recordEvent(tx, passwordChanged, actor, { subject: userId })
}

/** Deletes the password of a user. */
export async function deletePassword(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user_passwords').where('user_id', '=', userId).execute()
}
