import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { factorProblems } from '../contract.ts'

const STEP_SECONDS = 30
const voidBefore = sql<Date>`now() - interval '10 minutes'`

/** A secret for an authenticator: as text, as URI, and as an image (SVG in a data URL). */
export type TotpOffer = { readonly secret: string; readonly uri: string; readonly qr: string }

/** Who enrols: the user, and the session or sign-in that holds the secret until it is confirmed. */
export type Enrolment = { readonly userId: number; readonly holder: string }

/**
 * Starts an enrolment (RFC 6238, six digits, 30 s), or returns the one that this session started within ten minutes.
 * Another session has its own secret, and a confirmed one is never shown: rejects if the user has an authenticator.
 */
export async function offerTotp(
  tx: Tx,
  encrypt: Encryptor,
  { userId, holder, username, issuer }: Enrolment & { username: string; issuer: string },
): Promise<TotpOffer> {
  if (await totpSince(tx, userId)) throwProblem(factorProblems['factor-exists'])
  const [{ generateSecret, generateURI }, { toString: drawQr }] = await Promise.all([
    import('otplib'),
    import('qrcode'),
  ])
  await tx.deleteFrom('totp_enrolments').where('created_at', '<=', voidBefore).execute()
  const fresh = encrypt.close(generateSecret(), enrolmentOf(holder))
  await tx
    .insertInto('totp_enrolments')
    .values({ holder, user_id: userId, secret: fresh })
    .onConflict((conflict) => conflict.column('holder').doNothing())
    .execute()
  const secret = await begunSecret(tx, encrypt, { userId, holder })
  if (secret === undefined) throw new Error('an enrolment of another user is kept with this session')
  const uri = generateURI({ issuer, label: username, secret })
  const svg = await drawQr(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/**
 * Confirms the enrolment of this session with its first code, which voids every other one of the user. `none` when the
 * session has started none within ten minutes, or the user has an authenticator by now.
 */
export async function confirmEnrolment(
  tx: Tx,
  encrypt: Encryptor,
  enrolment: Enrolment,
  code: string,
): Promise<'confirmed' | 'wrong' | 'none'> {
  const secret = await begunSecret(tx, encrypt, enrolment)
  if (secret === undefined) return 'none'
  const step = await stepOf(secret, code)
  if (step === undefined) return 'wrong'
  const { userId } = enrolment
  const insertion = await tx
    .insertInto('user_totps')
    .values({
      user_id: userId,
      secret: encrypt.close(secret, purposeOf(userId)),
      confirmed_at: sql<Date>`now()`,
      last_step: step,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  if (insertion.numInsertedOrUpdatedRows !== 1n) return 'none'
  await tx.deleteFrom('totp_enrolments').where('user_id', '=', userId).execute()
  return 'confirmed'
}

async function begunSecret(tx: Tx, encrypt: Encryptor, { userId, holder }: Enrolment): Promise<string | undefined> {
  const row = await tx
    .selectFrom('totp_enrolments')
    .select('secret')
    .where('holder', '=', holder)
    .where('user_id', '=', userId)
    .where('created_at', '>', voidBefore)
    .executeTakeFirst()
  return row && encrypt.open(row.secret, enrolmentOf(holder))
}

/** Accepts a code, one step early or late at most, and each only once, on whichever node; false when it is wrong. */
export async function takeTotpCode(
  db: Database | Tx,
  encrypt: Encryptor,
  userId: number,
  code: string,
  now: Date = new Date(),
): Promise<boolean> {
  const row = await db.selectFrom('user_totps').select('secret').where('user_id', '=', userId).executeTakeFirst()
  if (!row) return false
  const step = await stepOf(encrypt.open(row.secret, purposeOf(userId)), code, now)
  if (step === undefined) return false
  const update = await db
    .updateTable('user_totps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return update.numUpdatedRows === 1n
}

/** Since when the user has a confirmed authenticator; null without one. */
export async function totpSince(db: Database | Tx, userId: number): Promise<Date | null> {
  const row = await db.selectFrom('user_totps').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst()
  return row?.confirmed_at ?? null
}

/** The column of the authenticator secrets. */
export const totpSecrets: EncryptedColumn = { table: 'user_totps', key: 'user_id', column: 'secret', purposeOf }

/** The time step of a code of the secret, one early or late at most; undefined when the code is wrong. */
async function stepOf(secret: string, code: string, now: Date = new Date()): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const { verify } = await import('otplib')
  const result = await verify({ secret, token: code, epoch, epochTolerance: STEP_SECONDS })
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : undefined
}

function enrolmentOf(holder: string): string {
  return `totp enrolment ${holder}`
}

function purposeOf(userId: number | string): string {
  return `totp ${userId}`
}
