import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { DB } from '#database/schema.generated.ts'
import type { Database, Tx } from '#kit/server/database.ts'

/**
 * A kind of bearer token: a random secret that is shown once, and of which a table holds the SHA-256 alone. Each kind
 * keeps the table that its queries need ([decision 195](../../../../../docs/decisions/195-one-kind-of-bearer-token.md)).
 */
type TokenKind = {
  readonly table: keyof DB & string
  /** The column that names one token. */
  readonly key: string
  readonly hash: string
  /** What a token begins with, so that people and scanners know it; none where it stands in an address. */
  readonly prefix: `hd${string}_` | ''
  /** When it was last used, to the minute. */
  readonly lastUse?: string
  /** Until when it opens anything. */
  readonly expires?: string
  /** What is null until it was used up or revoked; without it a revoked token is deleted. */
  readonly ended?: string
}

/** Declares a kind; the feature that declares it is the one that writes its table. */
export function tokenKind(kind: TokenKind): TokenKind {
  return kind
}

/** A new secret of 256 bits; the database stores only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database stores of a token (SHA-256): it takes as long to find one that exists as one that does not. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A new token of a kind, with what its table stores. */
export function makeTokenOf({ prefix }: TokenKind): { readonly token: string; readonly hash: Buffer } {
  const token = `${prefix}${newToken()}`
  return { token, hash: hashOf(token) }
}

/** The token of an `Authorization` header; undefined without one that could be ours. */
export function bearerOf({ authorization }: { readonly authorization?: string | undefined }): string | undefined {
  return /^bearer +([A-Za-z0-9_-]{1,100})$/i.exec(authorization ?? '')?.[1]
}

/** The condition on rows `alias` of the kind that this is their token, and that it opens something now. */
export function isToken(
  { hash, expires, ended }: TokenKind,
  alias: string,
  token: string | Buffer,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const opens = [
    sql`${column(hash)} = ${typeof token === 'string' ? hashOf(token) : token}`,
    ...(ended ? [sql`${column(ended)} is null`] : []),
    ...(expires ? [sql`${column(expires)} > now()`] : []),
  ]
  return sql<boolean>`${sql.join(opens, sql` and `)}`
}

/** Whether a use of `alias` is to be noted: once a minute, so that a token used often costs no write each time. */
export function isUseUnnoted({ lastUse = 'last_used_at' }: TokenKind, alias: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(`${alias}.${lastUse}`)} < now() - interval '1 minute', true)`
}

/** Notes that a token is used now. */
export async function noteUse(
  db: Database | Tx,
  { table, key, lastUse = 'last_used_at' }: TokenKind,
  id: string | number,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(lastUse)} = now() where ${sql.ref(key)} = ${id}`.execute(db)
}

/** Revokes the tokens of a condition on the columns of their table; returns what the event says of each. */
export async function revokeTokens<Row = object>(
  tx: Tx,
  { table, ended }: TokenKind,
  where: RawBuilder<unknown>,
  returning: RawBuilder<Row> = sql<Row>`1`,
): Promise<Row[]> {
  const { rows } = ended
    ? await sql<Row>`update ${sql.table(table)} set ${sql.ref(ended)} = now() where ${where} returning ${returning}`.execute(
        tx,
      )
    : await sql<Row>`delete from ${sql.table(table)} where ${where} returning ${returning}`.execute(tx)
  return rows
}
