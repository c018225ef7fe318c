import { sql } from 'kysely'
import { lockCaseById } from '#features/support/case-access/server/index.ts'
import { caseCreated, caseMoved } from '#features/support/cases/contract.ts'
import { changeFromOutside, fileOutsideCases, indexCase, markOutage } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { outageConverted, outageEdited } from '../contract.ts'

/** Who acts when the product finds an outage by itself. */
const detector = { userName: 'Outage detector' }

/** An outage that was measured. */
type Measured = { readonly totalCmsAffected: number; readonly subject: string; readonly description: string }
type Filed = Measured & {
  readonly accountId: number
  readonly deploymentId: number
  readonly reporterId: number
  readonly started: Date
  readonly labels: readonly string[]
}

/** Files the case of a measured outage; it is an outage from the start. */
export async function fileAutomaticOutage(tx: Tx, given: Filed): Promise<{ id: number; key: string }> {
  const { accountId, deploymentId, reporterId, subject, description, started, totalCmsAffected, labels } = given
  const [made] = await fileOutsideCases(tx, accountId, [
    {
      ...{ deploymentId, reporterId, subject, description, labels },
      type: 'CASE',
      status: 'NEW',
      priority: 'CRITICAL',
      createdAt: new Date(),
    },
  ])
  const filed = made!
  await indexCase(tx, filed.id)
  await sql`
    insert into outages (case_id, conversion, started_at, total_cms_affected, reason)
    values (${filed.id}, 'DONE', ${started}, ${totalCmsAffected}, 'unknown')`.execute(tx)
  await markOutage(tx, filed.id)
  const about = { account: accountId, subject: filed.key }
  await recordEvent(tx, caseCreated, detector, { ...about, data: { caseId: filed.id, subject, priority: 'CRITICAL' } })
  const changes = { type: ['CASE', 'OUTAGE'], status: ['NEW', 'IN_PROGRESS'] }
  await recordEvent(tx, outageConverted, detector, { ...about, data: { caseId: filed.id, changes } })
  return filed
}

/** Follows a measured outage in its case. What staff corrected stays; an end resolves the case. */
export async function followAutomaticOutage(
  tx: Tx,
  caseId: number,
  { subject, description, totalCmsAffected, ended }: Measured & { readonly ended: Date | null },
): Promise<void> {
  const stored = await lockCaseById(tx, caseId)
  if (!stored) return
  const { rows } = await sql<{ modems: number; end: Date | null }>`
    select total_cms_affected as modems, ended_at as end from outages where case_id = ${caseId} for update`.execute(tx)
  const [before] = rows
  if (!before || before.end !== null) return
  await sql`
    update outages set total_cms_affected = ${totalCmsAffected}, ended_at = ${ended}, version = version + 1, updated_at = clock_timestamp()
    where case_id = ${caseId}`.execute(tx)
  const resolves = ended !== null && stored.open
  await changeFromOutside(tx, stored, { subject, description, ...(resolves ? { status: 'RESOLVED' } : {}) })
  const about = { account: stored.accountId, subject: stored.key }
  const changes = {
    ...(before.modems === totalCmsAffected ? {} : { totalCmsAffected: [before.modems, totalCmsAffected] }),
    ...(ended ? { ended: [null, ended.toISOString()] } : {}),
    ...(stored.subject === subject ? {} : { subject: [stored.subject, subject] }),
  }
  await recordEvent(tx, outageEdited, detector, { ...about, data: { caseId, changes } })
  if (resolves)
    await recordEvent(tx, caseMoved, detector, {
      ...about,
      data: { caseId, changes: { status: [stored.status, 'RESOLVED'] } },
    })
}

/** An open outage of the deployment that staff filed, begun within an hour of a minute: it is not filed twice. */
export async function openOutageOf(tx: Tx, deploymentId: number, started: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from outages o join cases c on c.id = o.case_id
    where c.deployment_id = ${deploymentId} and not c.internal and o.ended_at is null and c.is_open
      and o.started_at between ${started}::timestamptz - interval '1 hour' and ${started}::timestamptz + interval '1 hour'
    order by c.id limit 1`.execute(tx)
  return rows[0]?.id
}
