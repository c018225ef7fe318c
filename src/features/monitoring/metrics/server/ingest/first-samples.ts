import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { deploymentSamplesBegan } from '../../contract.ts'
import type { StoredDeployment } from '../deployment-store.ts'

/** Records once that samples of a token have arrived; of requests at the same time one records it. */
export async function recordFirstSamples(
  tx: Tx,
  { id, name, accountId }: StoredDeployment,
  token: number,
): Promise<void> {
  const { rows } = await sql`
    update deployment_tokens set first_samples_at = now() where id = ${token} and first_samples_at is null returning id`.execute(
    tx,
  )
  if (rows.length === 0) return
  const data = { deployment: name, token: String(token) }
  await recordEvent(tx, deploymentSamplesBegan, noUser, { account: accountId, subject: id, data })
}
