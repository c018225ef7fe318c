import { sql } from 'kysely'
import { caseCreated } from '#features/support/cases/contract.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import {
  findingAcknowledged,
  findingCleared,
  findingFiled,
  findingOpened,
  findingReopened,
  findingsChanged,
} from '../../contract.ts'
import { insightNamed } from '../catalogue/catalogue.ts'
import { findingTitle } from '../judge/apply-decisions.ts'

const changes = [findingOpened, findingCleared, findingAcknowledged, findingReopened, findingFiled]
const link = /\/insights\/findings\/(\d{1,15})\b/

/** Live messages of findings, and the link back from a case whose description names a finding. */
export function findingHandlers({ live }: Pick<AppContext, 'live'>): EventHandler[] {
  return [
    on(changes, 'insights.live', async ({ accountId, subjectId, id }, tx) => {
      const account = await tx.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirst()
      if (account)
        await live.publish(tx, {
          topic: findingsChanged,
          params: { account: account.name },
          body: { id: subjectId ?? '' },
          eventId: id,
        })
    }),
    on(caseCreated, 'insights.case-filed', async ({ subjectId, accountId, actorName }, tx) => {
      const { rows: cases } = await sql<{ id: number; key: string; description: string }>`
          select id, key, description from cases where key = ${subjectId} and account_id = ${accountId} and not internal`.execute(
        tx,
      )
      const finding = link.exec(cases[0]?.description ?? '')?.[1]
      if (!cases[0] || !finding) return
      const { rows } = await sql<{ id: number; insight: string; deployment: string }>`
          update insight_findings f set case_id = ${cases[0].id}, version = f.version + 1, updated_at = clock_timestamp()
          from deployments d where d.id = f.deployment_id and f.id = ${finding}::bigint and f.account_id = ${accountId}
            and case_id is null and state <> 'PENDING' returning f.id, f.insight, d.name as deployment`.execute(tx)
      if (rows[0])
        await recordEvent(
          tx,
          findingFiled,
          { userName: actorName ?? 'insights' },
          {
            account: accountId,
            subject: rows[0].id,
            data: {
              what: findingTitle(insightNamed(rows[0].insight).displayName, rows[0].deployment),
              case: cases[0].key,
            },
          },
        )
    }),
  ]
}
