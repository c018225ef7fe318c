import { type Insertable, sql, type Updateable } from 'kysely'
import type { Deployments } from '#database/schema.generated.ts'
import type { Tx } from '#kit/server/database.ts'
import { lockSubscription } from './facet-overrides.ts'

/** Adds a deployment; returns its id, or undefined where the account has one of that name. */
export async function insertDeployment(tx: Tx, values: Insertable<Deployments>): Promise<number | undefined> {
  const deployment = await tx
    .insertInto('deployments')
    .values(values)
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return deployment?.id
}

/** Changes a deployment and its version number. Lock it and check its name first. */
export async function updateDeployment(tx: Tx, id: number, changes: Updateable<Deployments>): Promise<void> {
  await tx
    .updateTable('deployments')
    .set({ ...changes, version_number: sql`version_number + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Deletes a deployment with what belongs to it. */
export async function deleteDeploymentRow(tx: Tx, { id, accountId }: { id: number; accountId: number }): Promise<void> {
  await lockSubscription(tx, accountId)
  await tx.deleteFrom('deployments').where('id', '=', id).execute()
}
