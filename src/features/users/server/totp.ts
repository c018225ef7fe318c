import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Seal } from '#kit/server/seal.ts'
import type { SealedColumn } from '#kit/server/sealed-column.ts'

const STEP_SECONDS = 30

/** A secret to put into an authenticator: as text, as URI, and as a picture (SVG in a data URL). */
export type TotpOffer = { readonly secret: string; readonly uri: string; readonly qr: string }

/** Begins an enrolment (RFC 6238, six digits, 30 s), or shows the one begun already. It counts once confirmed. */
export async function offerTotp(
  tx: Tx,
  seal: Seal,
  { personId, username, issuer }: { personId: number; username: string; issuer: string },
): Promise<TotpOffer> {
  const [{ generateSecret, generateURI }, { toString: drawQr }] = await Promise.all([
    import('otplib'),
    import('qrcode'),
  ])
  const fresh = generateSecret()
  await tx
    .insertInto('user_totps')
    .values({ user_id: personId, secret: seal.close(fresh, purposeOf(personId)) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const row = await tx
    .selectFrom('user_totps')
    .select('secret')
    .where('user_id', '=', personId)
    .executeTakeFirstOrThrow()
  const secret = seal.open(row.secret, purposeOf(personId))
  const uri = generateURI({ issuer, label: username, secret })
  const svg = await drawQr(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** Takes a code, one step early or late at most, and each only once, whichever node it comes to; false when it is not right. */
export async function takeTotpCode(
  db: Database | Tx,
  seal: Seal,
  personId: number,
  code: string,
  now: Date = new Date(),
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false
  const row = await db.selectFrom('user_totps').select('secret').where('user_id', '=', personId).executeTakeFirst()
  if (!row) return false
  const secret = seal.open(row.secret, purposeOf(personId))
  const epoch = Math.floor(now.getTime() / 1000)
  const { verify } = await import('otplib')
  const result = await verify({ secret, token: code, epoch, epochTolerance: STEP_SECONDS })
  if (!result.valid) return false
  const step = Math.floor(epoch / STEP_SECONDS) + result.delta
  const taken = await db
    .updateTable('user_totps')
    .set({ last_step: step, confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
    .where('user_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Since when the person has a confirmed authenticator; null without one. */
export async function totpSince(db: Database | Tx, personId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('user_totps')
    .select('confirmed_at')
    .where('user_id', '=', personId)
    .executeTakeFirst()
  return row?.confirmed_at ?? null
}

/** Where the secrets of authenticators lie. */
export const totpSecrets: SealedColumn = { table: 'user_totps', key: 'user_id', column: 'secret', purposeOf }

function purposeOf(personId: number | string): string {
  return `totp ${personId}`
}
