import { sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database, Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'

/**
 * Stores one kind of the embedded provider's records in the database, shared by all nodes; each statement is planned
 * once.
 */
export function adapterOf({ db, pool }: Pick<AppContext, 'db' | 'pool'>, model: string): Adapter {
  async function find(column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
    const query = db
      .selectFrom('oidc_records')
      .select([sql<AdapterPayload>`payload`.as('payload'), 'consumed_at'])
      .where('model', '=', model)
      .where(column, '=', value)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    const [row] = await runPrepared(pool, query.compile())
    if (!row) return undefined
    const consumedField = row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1000) } : {}
    return { ...row.payload, ...consumedField }
  }

  return {
    async upsert(id, payload, expiresIn) {
      const values = {
        payload: JSON.stringify(payload),
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        user_id: payload.accountId === undefined ? null : Number(payload.accountId),
        expires_at: expiresIn ? sql<Date>`now() + ${`${expiresIn} seconds`}::interval` : null,
      }
      const query = db
        .insertInto('oidc_records')
        .values({ model, id, ...values })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
      await runPrepared(pool, query.compile())
    },
    find: (id) => find('id', id),
    findByUid: (uid) => find('uid', uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const query = db
        .updateTable('oidc_records')
        .set({ consumed_at: sql<Date>`now()` })
        .where('model', '=', model)
        .where('id', '=', id)
      await runPrepared(pool, query.compile())
    },
    async destroy(id) {
      await runPrepared(pool, db.deleteFrom('oidc_records').where('model', '=', model).where('id', '=', id).compile())
    },
    async revokeByGrantId(grantId) {
      await db.deleteFrom('oidc_records').where('model', '=', model).where('grant_id', '=', grantId).execute()
    },
  }
}

/** The valid grant that this user gave this client before: one is enough. */
export async function grantIdOf(
  { db, pool }: Pick<AppContext, 'db' | 'pool'>,
  userId: string,
  clientId: string,
): Promise<string | undefined> {
  const query = db
    .selectFrom('oidc_records')
    .select('id')
    .where('model', '=', 'Grant')
    .where('user_id', '=', Number(userId))
    .where(sql<string>`payload->>'clientId'`, '=', clientId)
    .where('expires_at', '>', sql<Date>`now() + interval '1 hour'`)
    .orderBy('expires_at', 'desc')
    .limit(1)
  const [row] = await runPrepared(pool, query.compile())
  return row?.id
}

/** Ends what a user has at the embedded provider. */
export async function deleteOidcRecords(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('oidc_records').where('user_id', '=', userId).execute()
}

/** Deletes the records that are no longer valid. */
export async function deleteExpiredOidcRecords(db: Database): Promise<void> {
  await sql`delete from oidc_records where expires_at < now()`.execute(db)
}
