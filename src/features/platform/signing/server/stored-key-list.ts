import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { StartupError } from '#kit/server/startup-error.ts'
import { keyListImported, type RootFacts } from '../contract.ts'
import { type KeyList, readKeyList } from './key-list.ts'
import { listKeys } from './signing-keys.ts'

type StoredList = { readonly list: string; readonly version: number; readonly expires: Date; readonly roots: string[] }

/** The newest list of keys that an offline root signed; undefined before the first. */
export async function currentKeyList(db: Database | Tx): Promise<StoredList | undefined> {
  const { rows } = await sql<StoredList>`
    select list, version, expires_at as expires, roots from signing_key_lists order by version desc limit 1`.execute(db)
  return rows[0]
}

/** The roots that customers pin; null before the first list. */
export async function rootFacts(db: Database | Tx): Promise<RootFacts | null> {
  const list = await currentKeyList(db)
  return list ? { fingerprints: list.roots, version: list.version, expires: list.expires.toISOString() } : null
}

/**
 * Publishes a list that an offline root signed. It is newer than the one before, not expired, names the keys of the
 * portal as they are, and is signed by a root that signed the one before, or `newRoot` says that the root was lost.
 */
export async function importKeyList(
  tx: Tx,
  text: string,
  { newRoot = false, now = new Date() }: { newRoot?: boolean; now?: Date } = {},
): Promise<KeyList> {
  await sql`select pg_advisory_xact_lock(hashtextextended('signing key list', 0))`.execute(tx)
  const list = readOrReject(text)
  const before = await currentKeyList(tx)
  if (list.roots.length === 0) reject('no root signed it')
  if (list.expires <= now) reject('it has expired')
  if (before && list.version <= before.version)
    reject(`it has version ${list.version}, and version ${before.version} is published`)
  if (before && !newRoot && !list.roots.some((root) => before.roots.includes(root)))
    reject('it is not signed by a root of the list before. If that root is lost, add --new-root and inform customers')
  const storedKeys = await listKeys(tx)
  const keyById = new Map(list.keys.map((key) => [key.keyId, key]))
  for (const { keyId, status } of storedKeys)
    if (keyById.get(keyId)?.status !== status) reject(`the key ${keyId} is ${status}, which the list does not say`)
  await sql`insert into signing_key_lists (version, list, expires_at, roots)
    values (${list.version}, ${text}, ${list.expires}, ${[...list.roots]}::text[])`.execute(tx)
  const data = { version: list.version, roots: [...list.roots], newRoot }
  await recordEvent(
    tx,
    keyListImported,
    { userName: 'Operator (command line)' },
    { subject: String(list.version), data },
  )
  return list
}

function readOrReject(text: string): KeyList {
  try {
    return readKeyList(text)
  } catch (failure) {
    return reject(failure instanceof Error ? failure.message : String(failure))
  }
}

function reject(why: string): never {
  throw new StartupError(`the list of keys was not published: ${why}`)
}
