import { sql } from 'kysely'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { findingCleared, findingOpened } from '../../contract.ts'
import { insightNamed } from '../catalogue/catalogue.ts'
import type { Decisions } from './decide.ts'
import type { JudgedDeployment } from './judged-deployment.ts'

/** What a finding is called in the log. */
export function findingTitle(insight: string, deployment: string): string {
  return `${insight} of ${deployment}`
}

/** Who acts when the product judges by itself. */
export const judge = { userName: 'insights' }

type ChangedFinding = {
  readonly id: number
  readonly insight: string
  readonly object: string
  readonly severity: string
}

/** Writes what an evaluation changes, with an event for each finding that opens or clears. */
export async function applyDecisions(
  tx: Tx,
  deployment: JudgedDeployment,
  { decisions: { begin, update, within, clear, drop }, now }: { decisions: Decisions; now: number },
): Promise<void> {
  const at = new Date(now)
  const openedFindings: ChangedFinding[] = []
  if (begin.length > 0) {
    const { rows } = await sql<ChangedFinding & { opens: boolean }>`
      insert into insight_findings (account_id, deployment_id, insight, object, labels, state, severity, value, worst, opened_at)
      select ${deployment.accountId}, ${deployment.id}, insight, object, labels::jsonb, case when opens then 'OPEN' else 'PENDING' end,
        severity, value, value, ${at}
      from unnest(${begin.map(({ insight }) => insight)}::text[], ${begin.map(({ object }) => object)}::text[],
        ${begin.map(({ labels }) => JSON.stringify(labels))}::text[], ${begin.map(({ severity }) => severity)}::text[],
        ${begin.map(({ value }) => value)}::float8[], ${begin.map(({ opens }) => opens)}::boolean[])
        g (insight, object, labels, severity, value, opens)
      on conflict (deployment_id, insight, object) where state <> 'CLEARED' do nothing
      returning id, insight, object, severity, state = 'OPEN' as opens`.execute(tx)
    openedFindings.push(...rows.filter(({ opens }) => opens))
  }
  if (update.length > 0) {
    const { rows } = await sql<ChangedFinding & { opens: boolean }>`
      update insight_findings f set value = g.value, worst = g.worst, severity = g.severity, within_since = null,
        state = case when g.opens then 'OPEN' else f.state end, updated_at = ${at}
      from unnest(${update.map(({ id }) => id)}::bigint[], ${update.map(({ value }) => value)}::float8[],
        ${update.map(({ worst }) => worst)}::float8[], ${update.map(({ severity }) => severity)}::text[],
        ${update.map(({ opens }) => opens)}::boolean[]) g (id, value, worst, severity, opens)
      where f.id = g.id returning f.id, f.insight, f.object, f.severity, g.opens`.execute(tx)
    openedFindings.push(...rows.filter(({ opens }) => opens))
  }
  if (within.length > 0)
    await sql`update insight_findings set within_since = ${at} where id = any(${within}::bigint[])`.execute(tx)
  if (drop.length > 0)
    await sql`delete from insight_findings where id = any(${drop}::bigint[]) and state = 'PENDING'`.execute(tx)
  const clearedFindings =
    clear.length === 0
      ? []
      : (
          await sql<ChangedFinding>`
            update insight_findings set state = 'CLEARED', cleared_at = within_since, version = version + 1, updated_at = ${at}
            where id = any(${clear}::bigint[]) returning id, insight, object, severity`.execute(tx)
        ).rows
  await recordEach(tx, findingOpened, { deployment, findings: openedFindings })
  await recordEach(tx, findingCleared, { deployment, findings: clearedFindings })
}

async function recordEach(
  tx: Tx,
  event: EventType,
  { deployment, findings }: { deployment: JudgedDeployment; findings: readonly ChangedFinding[] },
): Promise<void> {
  for (const { id, insight, object, severity } of findings) {
    const { displayName } = insightNamed(insight)
    const what = findingTitle(displayName, deployment.name)
    await recordEvent(tx, event, judge, {
      account: deployment.accountId,
      subject: id,
      data: { what, deployment: deployment.name, insight: displayName, object, severity },
    })
  }
}
