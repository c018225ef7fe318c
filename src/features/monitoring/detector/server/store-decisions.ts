import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { JudgedDeployment } from './judged-deployment.ts'
import type { Decision } from './rules/decision.ts'

/** Adds decisions to the log, with the settings in force. */
export async function storeDecisions(
  tx: Tx,
  { id, accountId, settings }: Pick<JudgedDeployment, 'id' | 'accountId' | 'settings'>,
  decisions: readonly Decision[],
): Promise<void> {
  if (decisions.length === 0) return
  await sql`
    insert into detector_decisions (account_id, deployment_id, minute, kind, rule, cluster, segment, segments, outage, value, baseline, limit_value, run, needed, settings)
    select ${accountId}, ${id}, g.minute, g.kind, g.rule, g.cluster, g.segment, g.segments, g.outage, g.value, g.baseline, g."limit", g.run, g.needed,
      ${JSON.stringify(settings)}::jsonb
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) g (minute int, kind text, rule text, cluster text, segment text, segments int,
      outage int, value float8, baseline float8, "limit" float8, run int, needed int)`.execute(tx)
}
