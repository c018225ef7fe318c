import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { applyDecisions } from './apply-decisions.ts'
import { lockClaimed } from './claim-minute.ts'
import { type CurrentFinding, type Decisions, decide, noDecisions } from './decide.ts'
import type { Evaluation } from './evaluated.ts'

const MINUTE = 60_000
const POINT_MINUTES = 15

type Current = CurrentFinding & { readonly deployment: number }

/** Writes what evaluations found, in one transaction, for the deployments whose minute is still claimed. */
export async function storeEvaluations(db: Database, evaluations: readonly Evaluation[], now: number): Promise<void> {
  const minute = Math.floor(now / MINUTE)
  await inTransaction(db, async (tx) => {
    const ids = evaluations.map(({ deployment }) => deployment.id)
    const lockedIds = await lockClaimed(tx, ids, minute)
    const own = evaluations.filter(({ deployment }) => lockedIds.has(deployment.id))
    if (own.length === 0) return
    const current = await currentFindings(tx, [...lockedIds])
    for (const one of own) {
      const ownFindings = current.filter(({ deployment }) => deployment === one.deployment.id)
      const decisions = decisionsOf(one, ownFindings, now)
      if (Object.values(decisions).some(({ length }) => length > 0))
        await applyDecisions(tx, one.deployment, { decisions, now })
    }
    await storeStates(tx, own, { minute, now })
  })
}

function decisionsOf({ measured }: Evaluation, current: readonly CurrentFinding[], now: number): Decisions {
  const decisions = noDecisions()
  for (const [{ name, threshold }, objectValues] of measured)
    if (threshold && objectValues)
      decide(decisions, {
        insight: name,
        threshold,
        measured: objectValues,
        current: current.filter(({ insight }) => insight === name),
        now,
      })
  return decisions
}

async function currentFindings(tx: Tx, ids: readonly number[]): Promise<Current[]> {
  const { rows } = await sql<Current>`
    select id, deployment_id as deployment, insight, object, state, severity, worst,
      (extract(epoch from opened_at) * 1000)::float8 as "openedAt", (extract(epoch from within_since) * 1000)::float8 as "withinSince"
    from insight_findings where deployment_id = any(${ids}::bigint[]) and state <> 'CLEARED' order by id for update`.execute(
    tx,
  )
  return rows
}

async function storeStates(
  tx: Tx,
  evaluations: readonly Evaluation[],
  { minute, now }: { minute: number; now: number },
): Promise<void> {
  const ids = evaluations.map(({ deployment }) => deployment.id)
  const states = evaluations.map((one) => JSON.stringify(one.states))
  await sql`update insight_states s set states = g.states::jsonb, evaluated_at = ${new Date(now)}
    from unnest(${ids}::bigint[], ${states}::text[]) g (id, states) where s.deployment_id = g.id`.execute(tx)
  const values = evaluations.map((one) =>
    JSON.stringify(Object.fromEntries(Object.entries(one.states).map(([name, { value }]) => [name, value]))),
  )
  await sql`insert into insight_points (deployment_id, starts_minute, worst)
    select id, ${minute - (minute % POINT_MINUTES)}, worst::jsonb from unnest(${ids}::bigint[], ${values}::text[]) g (id, worst)
    on conflict do nothing`.execute(tx)
}
