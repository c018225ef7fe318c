import { createHmac, hkdfSync } from 'node:crypto'
import { appendFile, chown, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { SecretKeys } from '../encryption.ts'
import { sameSecret } from '../same-secret.ts'

/**
 * The head of the chain at a moment, signed with a key derived from SECRET_KEY, stored in a file of the data directory.
 */
export type Checkpoint = { readonly seq: number; readonly hash: string; readonly at: string }

/** A line of the checkpoint file with an invalid signature. */
export class ForgedCheckpoint extends Error {}

/** Where checkpoints are stored: copy the file elsewhere and `audit verify` proves the chain against the copy. */
export function checkpointFile(dataDirectory: string): string {
  return join(dataDirectory, 'audit', 'checkpoints.jsonl')
}

/** Writes the current head of the chain. */
export async function writeCheckpoint(db: Database, file: string, keys: SecretKeys): Promise<Checkpoint> {
  const { rows } = await sql<{ seq: number; hash: Buffer }>`select seq, hash from event_chain`.execute(db)
  const mark = { seq: rows[0]!.seq, hash: rows[0]!.hash.toString('hex'), at: new Date().toISOString() }
  await mkdir(dirname(file), { recursive: true })
  await appendFile(file, lineOf(mark, keys), { flush: true })
  return mark
}

/**
 * Reads the checkpoints; a line that was signed with none of our keys throws `ForgedCheckpoint`, a torn last line is
 * left out.
 */
export async function readCheckpoints(file: string, keys: SecretKeys): Promise<Checkpoint[]> {
  const text = await readFile(file, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return ''
    throw failure
  })
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line, index) => {
      const { signature, ...mark } = JSON.parse(line) as Checkpoint & { signature: string }
      if (!isSigned(mark, signature, keys))
        throw new ForgedCheckpoint(`checkpoint ${index + 1} is not signed with this portal's key`)
      return mark
    })
}

/**
 * Signs the checkpoints again with the current key, so that they stay valid when the previous key is gone; returns
 * their number. Throws `ForgedCheckpoint` like reading does. The file keeps its owner, whichever user runs this.
 */
export async function resignCheckpoints(file: string, keys: SecretKeys): Promise<number> {
  const marks = await readCheckpoints(file, keys)
  if (marks.length === 0) return 0
  const { uid, gid } = await stat(file)
  const draft = `${file}.new`
  await writeFile(draft, marks.map((mark) => lineOf(mark, keys)).join(''), { flush: true })
  await chown(draft, uid, gid)
  await rename(draft, file)
  return marks.length
}

function lineOf(mark: Checkpoint, { secretKey }: SecretKeys): string {
  return `${JSON.stringify({ ...mark, signature: signatureOf(mark, secretKey) })}\n`
}

function isSigned(mark: Checkpoint, signature: string, { secretKey, secretKeyBefore }: SecretKeys): boolean {
  return [secretKey, secretKeyBefore ?? []].flat().some((key) => sameSecret(signature, signatureOf(mark, key)))
}

function signatureOf({ seq, hash, at }: Checkpoint, secretKey: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'headend audit checkpoints', 32))
  return createHmac('sha256', key)
    .update(JSON.stringify([seq, hash, at]))
    .digest('hex')
}
