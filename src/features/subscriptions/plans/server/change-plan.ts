import { sql } from 'kysely'
import { lookAlikeForm } from '#features/accounts/accounts/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type createPlan, type deletePlan, type editPlan, type Plan, planEvents, planProblems } from '../contract.ts'
import { lockNames, lockPlans, planById } from './plan-store.ts'

type Fields = Omit<Plan, 'id' | 'services' | 'accounts' | 'version'>

export async function addPlan(call: CommandContext<typeof createPlan>) {
  const { tx, body } = call
  await requireFreeName(tx, body.name)
  const { rows } = await sql<{ next: number }>`select coalesce(max(display_order), 0) + 1 as next from plans`.execute(
    tx,
  )
  const { id } = await tx
    .insertInto('plans')
    .values(
      columnsOf({
        headerColour: '#4b5565',
        displayOrder: rows[0]!.next,
        freeTrialPeriod: null,
        paidSubscriptionPeriod: null,
        defaultStages: [],
        ...definedMembers(body),
        name: body.name,
        pricing: body.pricing,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await call.record(planEvents.planCreated, { subject: id, data: { name: body.name.trim() } })
  return respond(await planById(tx, id), { status: 201, etag: etagOf(1) })
}

export async function changePlan(call: CommandContext<typeof editPlan>) {
  const { tx, body } = call
  const id = Number(call.params.id)
  await lockPlans(tx, [id])
  const storedPlan = await planById(tx, id)
  requireVersion(call, storedPlan.version)
  if (body.name !== undefined) await requireFreeName(tx, body.name, id)
  const changes = changesOf(storedPlan, definedMembers(body))
  if (Object.keys(changes).length > 0) {
    const version = storedPlan.version + 1
    await tx
      .updateTable('plans')
      .set({ ...columnsOf({ ...storedPlan, ...definedMembers(body) }), version })
      .where('id', '=', id)
      .execute()
    await call.record(planEvents.planEdited, { subject: id, data: { name: storedPlan.name, changes } })
  }
  const plan = await planById(tx, id)
  return respond(plan, { etag: etagOf(plan.version) })
}

export async function removePlan(call: CommandContext<typeof deletePlan>) {
  const { tx } = call
  const id = Number(call.params.id)
  await lockPlans(tx, [id])
  const plan = await planById(tx, id)
  requireVersion(call, plan.version)
  const { rows } = await sql<{ account: string }>`
    select a.display_name as account from subscriptions s join accounts a on a.id = s.account_id
    where s.plan_id = ${id} order by a.deleted_at is not null, a.display_name, a.id`.execute(tx)
  if (rows.length > 0)
    throwProblem(planProblems['plan-in-use'], {
      plan: plan.name,
      count: rows.length,
      accounts: namesOf(rows.map(({ account }) => account)),
    })
  await tx.deleteFrom('plans').where('id', '=', id).execute()
  await call.record(planEvents.planDeleted, { subject: id, data: { name: plan.name } })
  return undefined
}

/** The first names, and the number of the others. */
export function namesOf(names: readonly string[]): string {
  const firstNames = names.slice(0, 5).join(', ')
  return names.length > 5 ? `${firstNames} and ${names.length - 5} more` : firstNames
}

async function requireFreeName(tx: Tx, name: string, id?: number): Promise<void> {
  await lockNames(tx)
  const others = await tx.selectFrom('plans').select(['id', 'name']).execute()
  const other = others.find((plan) => plan.id !== id && lookAlikeForm(plan.name) === lookAlikeForm(name))?.name
  if (other === undefined) return
  const problem = planProblems['plan-name-taken']
  throwProblem(problem, { other }, { fields: [{ path: 'name', message: `is the same as ${other}, or too similar` }] })
}

function columnsOf({
  name,
  pricing,
  headerColour,
  displayOrder,
  freeTrialPeriod,
  paidSubscriptionPeriod,
  ...rest
}: Fields) {
  return {
    default_stages: [...new Set(rest.defaultStages)],
    name: name.trim(),
    pricing,
    header_colour: headerColour,
    display_order: displayOrder,
    trial_amount: freeTrialPeriod?.amount ?? null,
    trial_unit: freeTrialPeriod?.unit ?? null,
    paid_amount: paidSubscriptionPeriod?.amount ?? null,
    paid_unit: paidSubscriptionPeriod?.unit ?? null,
  }
}

/** The given members. */
export function definedMembers<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
