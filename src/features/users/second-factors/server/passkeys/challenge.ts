import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'

/** Time to respond, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000

/** The purpose of a challenge, and the only session or browser that may respond to it. */
export type ChallengeUse = { readonly use: 'add' | 'sign-in'; readonly holder: string }

/** A new challenge. It carries its purpose and expiry encrypted, so that nothing is stored before the response. */
export function makeChallenge(encrypt: Encryptor, { use, holder }: ChallengeUse): string {
  const text = JSON.stringify({ holder, until: Date.now() + CHALLENGE_MS })
  return encrypt.close(text, purposeOf(use)).toString('base64url')
}

/** Whether the challenge is one of ours, for this use and holder, and not expired. */
export function isChallenge(encrypt: Encryptor, challenge: string, { use, holder }: ChallengeUse): boolean {
  try {
    const challengeData = JSON.parse(encrypt.open(bytesOf(challenge), purposeOf(use))) as {
      holder: string
      until: number
    }
    return challengeData.holder === holder && challengeData.until > Date.now()
  } catch {
    return false
  }
}

/** Marks a challenge as used; false when it was used before, on whichever node. */
export async function consumeChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const hash = createHash('sha256').update(bytesOf(challenge)).digest()
  const insertion = await tx
    .insertInto('used_webauthn_challenges')
    .values({ hash, expires_at: sql<Date>`now() + ${`${CHALLENGE_MS} milliseconds`}::interval` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return insertion.numInsertedOrUpdatedRows === 1n
}

function bytesOf(challenge: string): Buffer {
  return Buffer.from(challenge, 'base64url')
}

function purposeOf(use: ChallengeUse['use']): string {
  return `passkey challenge: ${use}`
}
