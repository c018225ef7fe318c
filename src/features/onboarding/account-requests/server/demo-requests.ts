import { sql } from 'kysely'
import type { DemoName, DemoUsers } from '#features/users/demo-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordHistoricalEvent } from '#kit/server/events/historical-event.ts'
import { type RequestBody, requestApproved, requestAsked, requestRejected } from '../contract.ts'
import { PROVISION, stepsOf } from './provision.ts'

type DemoRequest = {
  readonly by: DemoName
  readonly hoursAgo: number
  readonly wanted: RequestBody
  readonly rejected?: string
  /** The name of the account created from it. */
  readonly made?: string
}

const HOUR = 3_600_000
/** How long after the request it was decided. */
const DECIDED_AFTER = 5 * HOUR

const demoRequests: readonly DemoRequest[] = [
  {
    by: 'csm',
    hoursAgo: 34 * 24,
    made: 'himadri-digital',
    wanted: {
      requestType: 'ACCOUNT',
      ...{ name: 'himadri-digital', displayName: 'Himadri Digital', region: 'ASIA_PACIFIC', stage: 'LIFT' },
      ...{ domains: ['himadri-digital.example'] },
      note: 'Contract signed on the first of the month; the field trial starts in two hubs.',
    },
  },
  {
    by: 'csm',
    hoursAgo: 16 * 24,
    rejected: 'BrightMesa Fibra has an account. Ask for a lab deployment in it instead.',
    wanted: {
      requestType: 'ACCOUNT',
      ...{ name: 'brightmesa-lab', displayName: 'BrightMesa lab', region: 'NORTH_AMERICA', stage: 'PRE_SALES' },
      note: 'Their lab team wants its own cases.',
    },
  },
  {
    by: 'csm',
    hoursAgo: 47,
    wanted: {
      requestType: 'ACCOUNT',
      ...{ name: 'skerrybank', displayName: 'Skerrybank Broadband', region: 'EMEA', country: 'IE', stage: 'LIFT' },
      ...{ timeZone: 'Europe/Dublin', domains: ['skerrybank.example'] },
      ...{ managerEmail: 'aoife.kerr@skerrybank.example', managerName: 'Aoife Kerr' },
      deployment: { name: 'skerrybank-lab', version: 'cOS-DOCSIS', stage: 'LIFT' },
      note: 'Order of 40 nodes is confirmed. They want to file their first cases before the site survey.',
    },
  },
  {
    by: 'manager',
    hoursAgo: 5,
    wanted: {
      requestType: 'DEPLOYMENT',
      account: 'nordfeld-kabel',
      deployment: { name: 'nordfeld-lab-2', version: 'cOS-CN-DOCSIS', stage: 'LIFT' },
      note: 'Second lab core for the 1.8 GHz trial in Oldenburg, needed before the January window.',
    },
  },
]

/** Requests of the demo: one provisioned, one rejected, and two undecided. */
export async function makeDemoRequests(tx: Tx, users: DemoUsers): Promise<void> {
  for (const request of demoRequests) await makeRequest(tx, users, request)
}

async function makeRequest(
  tx: Tx,
  users: DemoUsers,
  { by, hoursAgo, wanted, rejected, made }: DemoRequest,
): Promise<void> {
  const at = new Date(Date.now() - hoursAgo * HOUR)
  const { requestType, ...wishes } = wanted
  const { id } = await tx
    .insertInto('account_requests')
    .values({
      ...{ request_type: requestType, wanted: JSON.stringify(wishes), requested_by: users[by].id },
      ...{ created_at: at, updated_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const name = wanted.name ?? wanted.account
  await recordHistoricalEvent(tx, requestAsked, users[by], { at, subject: id, data: { requestType, name } })
  if (!rejected && !made) return
  const decidedAt = new Date(at.getTime() + DECIDED_AFTER)
  await sql`
    update account_requests set request_status = ${made ? 'APPROVED' : 'REJECTED'}, reason = ${rejected ?? null},
      decided_by = ${users.admin.id}, account_id = (select id from accounts where name = ${made ?? null}),
      job_id = ${made ? await finishedJob(tx, wanted, users.admin.id, decidedAt) : null}, version = 2, updated_at = ${decidedAt}
    where id = ${id}`.execute(tx)
  const kind = made ? requestApproved : requestRejected
  await recordHistoricalEvent(tx, kind, users.admin, { at: decidedAt, subject: id, data: { reason: rejected ?? null } })
}

async function finishedJob(tx: Tx, request: RequestBody, ownerId: number, at: Date): Promise<number> {
  const steps = stepsOf(request).map((name) => ({ name, state: 'DONE', error: null, attempts: 1 }))
  const { id } = await tx
    .insertInto('jobs')
    .values({
      ...{ kind: PROVISION.name, owner_id: ownerId, state: 'DONE', steps: JSON.stringify(steps), attempts: 1 },
      ...{ created_at: at, updated_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
