import { sql } from 'kysely'
import type { CaseStatus } from '#features/support/case-access/contract.ts'
import { lockCaseById } from '#features/support/case-access/server/index.ts'
import { caseCreated, caseMoved } from '#features/support/cases/contract.ts'
import { changeFromOutside, fileOutsideCases, indexCase, markOutage } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { fromTo, recordEvent } from '#kit/server/events/event.ts'
import { outageConverted, outageEdited } from '../contract.ts'

/** Who acts when the product finds an outage by itself. */
const detector = { userName: 'Outage detector' }

/** What was measured of an outage. */
type MeasuredOutage = { readonly started: Date; readonly ended: Date | null; readonly totalCmsAffected: number }
type FiledOutage = Pick<MeasuredOutage, 'started' | 'totalCmsAffected'> & {
  readonly subject: string
  readonly description: string
  readonly accountId: number
  readonly deploymentId: number
  readonly reporterId: number
  readonly labels: readonly string[]
}

/** Files the case of a measured outage; it is an outage from the start. */
export async function fileAutomaticOutage(tx: Tx, outage: FiledOutage): Promise<{ id: number; key: string }> {
  const {
    accountId,
    deploymentId,
    reporterId,
    subject,
    description,
    started: startedAt,
    totalCmsAffected,
    labels,
  } = outage
  const [newCase] = await fileOutsideCases(tx, accountId, [
    {
      ...{ deploymentId, reporterId, subject, description, labels },
      type: 'CASE',
      status: 'NEW',
      priority: 'CRITICAL',
      createdAt: new Date(),
    },
  ])
  const filedCase = newCase!
  await indexCase(tx, filedCase.id)
  await sql`
    insert into outages (case_id, conversion, started_at, total_cms_affected, reason)
    values (${filedCase.id}, 'DONE', ${startedAt}, ${totalCmsAffected}, 'unknown')`.execute(tx)
  await markOutage(tx, filedCase.id)
  const about = { account: accountId, subject: filedCase.key }
  await recordEvent(tx, caseCreated, detector, {
    ...about,
    data: { caseId: filedCase.id, subject, priority: 'CRITICAL' },
  })
  const changes = { type: fromTo('CASE', 'OUTAGE'), status: fromTo('NEW', 'IN_PROGRESS') }
  await recordEvent(tx, outageConverted, detector, { ...about, data: { caseId: filedCase.id, changes } })
  return filedCase
}

type FollowedOutage = MeasuredOutage & {
  readonly subject?: string
  readonly description: string
  /** What becomes of the case of an outage that is over. */
  readonly status?: 'RESOLVED' | 'DECLINED'
}

/**
 * Follows a measured outage in its case, from what was measured before. What staff corrected stays. An end resolves the
 * case; one that turns out not to be the end opens it again.
 */
export async function followAutomaticOutage(
  tx: Tx,
  caseId: number,
  { before, after }: { readonly before: MeasuredOutage; readonly after: FollowedOutage },
): Promise<void> {
  const storedCase = await lockCaseById(tx, caseId)
  if (!storedCase) return
  const { rows } = await sql<{ started: Date; ended: Date | null; totalCmsAffected: number }>`
    select started_at as started, ended_at as ended, total_cms_affected as "totalCmsAffected" from outages where case_id = ${caseId} for update`.execute(
    tx,
  )
  const [own] = rows
  // Who ends an outage by hand knows better than its samples.
  if (!own || (own.ended !== null && !isSame(own.ended, before.ended))) return
  const next: MeasuredOutage = {
    started: isSame(own.started, before.started) ? after.started : own.started,
    ended: after.ended,
    totalCmsAffected: own.totalCmsAffected === before.totalCmsAffected ? after.totalCmsAffected : own.totalCmsAffected,
  }
  await sql`
    update outages set started_at = ${next.started}, ended_at = ${next.ended}, total_cms_affected = ${next.totalCmsAffected},
      version = version + 1, updated_at = clock_timestamp()
    where case_id = ${caseId}`.execute(tx)
  const { subject = storedCase.subject, description } = after
  const status: CaseStatus | undefined =
    next.ended !== null && storedCase.open
      ? (after.status ?? 'RESOLVED')
      : next.ended === null && storedCase.status === 'RESOLVED'
        ? 'IN_PROGRESS'
        : undefined
  await changeFromOutside(tx, storedCase, { subject, description, ...(status ? { status } : {}) })
  const about = { account: storedCase.accountId, subject: storedCase.key }
  const text = (at: Date | null) => at && new Date(at).toISOString()
  const changes = {
    ...(isSame(own.started, next.started) ? {} : { started: fromTo(text(own.started), text(next.started)) }),
    ...(isSame(own.ended, next.ended) ? {} : { ended: fromTo(text(own.ended), text(next.ended)) }),
    ...(own.totalCmsAffected === next.totalCmsAffected
      ? {}
      : { totalCmsAffected: fromTo(own.totalCmsAffected, next.totalCmsAffected) }),
    ...(storedCase.subject === subject ? {} : { subject: fromTo(storedCase.subject, subject) }),
  }
  await recordEvent(tx, outageEdited, detector, { ...about, data: { caseId, changes } })
  if (status)
    await recordEvent(tx, caseMoved, detector, {
      ...about,
      data: { caseId, changes: { status: fromTo(storedCase.status, status) } },
    })
}

function isSame(one: Date | null, other: Date | null): boolean {
  return one === null || other === null ? one === other : new Date(one).getTime() === new Date(other).getTime()
}

/** An open outage of the deployment that staff filed, begun within an hour of a minute: it is not filed twice. */
export async function openOutageOf(tx: Tx, deploymentId: number, startedAt: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from outages o join cases c on c.id = o.case_id
    where c.deployment_id = ${deploymentId} and not c.internal and o.ended_at is null and c.is_open
      and o.started_at between ${startedAt}::timestamptz - interval '1 hour' and ${startedAt}::timestamptz + interval '1 hour'
    order by c.id limit 1`.execute(tx)
  return rows[0]?.id
}
