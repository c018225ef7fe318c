import { sql } from 'kysely'
import { zoneOfUser } from '#features/messaging/templates/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'

/** The time zone in which a user writes times. */
export async function zoneOfAuthor(db: Database | Tx, userId: number): Promise<string> {
  const { rows } = await sql<{
    zone: string
  }>`select ${zoneOfUser} as zone from users u where u.id = ${userId}`.execute(db)
  return rows[0]?.zone ?? 'UTC'
}
