import { sql } from 'kysely'
import { facetColumns } from '#features/accounts/accounts/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { flawOf, planEvents, planProblems, type Service, savedValue, type setPlanValues } from '../contract.ts'
import { findServices, lockPlans, planById } from './plan-store.ts'

type Cell = NonNullable<CommandContext<typeof setPlanValues>['body']['cells']>[number]

/** Sets values of services in plans, all or none: a wrong value or a plan of another version rejects all of them. */
export async function setValues(call: CommandContext<typeof setPlanValues>) {
  const { tx } = call
  const own = Number(call.params.id)
  const cells = cellsOf(call.body)
  const plans = await lockPlans(tx, [own, ...cells.map(({ plan }) => (plan ? Number(plan.id) : own))])
  requireVersion(call, (plans.get(own) ?? throwProblem(planProblems['plan-not-found'])).version)
  const services = new Map((await findServices(tx, { staff: true })).map((service) => [service.name, service]))
  const seenCells = new Set<string>()
  const wantedCells = cells.map((cell, at) => {
    const path = call.body.cells ? `cells.${at}.` : ''
    const service = services.get(cell.facet.name) ?? throwFieldProblem(`${path}facet.name`, 'is no service')
    const planId = cell.plan ? Number(cell.plan.id) : own
    const plan = plans.get(planId) ?? throwFieldProblem(`${path}plan.id`, 'is no plan')
    if (cell.plan && cell.plan.version !== plan.version) throwProblem(kitProblems['version-conflict'])
    if (seenCells.has(`${planId} ${service.name}`)) throwFieldProblem(`${path}facet.name`, 'is given twice')
    seenCells.add(`${planId} ${service.name}`)
    requireValue(service, cell, path)
    return { planId, service, value: cell.constraintValue }
  })
  const before = new Map<string, unknown>()
  for (const planId of plans.keys())
    for (const { facet, constraintValue } of (await planById(tx, planId)).services)
      before.set(`${planId} ${facet.name}`, constraintValue)
  for (const [planId, { name }] of plans) {
    const changes: Record<string, readonly [unknown, unknown]> = {}
    for (const cell of wantedCells.filter((one) => one.planId === planId)) {
      const was = before.get(`${planId} ${cell.service.name}`) ?? null
      const newValue = cell.value && savedValue(cell.value)
      if (JSON.stringify(was) === JSON.stringify(newValue)) continue
      changes[cell.service.name] = [was, newValue]
      const facetId = Number(cell.service.id)
      if (cell.value === null)
        await tx.deleteFrom('plan_facets').where('plan_id', '=', planId).where('facet_id', '=', facetId).execute()
      else {
        const columns = facetColumns(cell.value)
        await tx
          .insertInto('plan_facets')
          .values({ plan_id: planId, facet_id: facetId, ...columns })
          .onConflict((conflict) => conflict.columns(['plan_id', 'facet_id']).doUpdateSet(columns))
          .execute()
      }
    }
    if (Object.keys(changes).length === 0) continue
    await sql`update plans set version = version + 1 where id = ${planId}`.execute(tx)
    await call.record(planEvents.valuesChanged, { subject: planId, data: { name, changes } })
  }
  const plan = await planById(tx, own)
  return respond(plan, { etag: etagOf(plan.version) })
}

function cellsOf({ facet, constraintValue, cells }: CommandContext<typeof setPlanValues>['body']): readonly Cell[] {
  if (cells) return facet || constraintValue !== undefined ? throwFieldProblem('cells', 'must be alone') : cells
  if (!facet) throwFieldProblem('facet', 'is needed')
  if (constraintValue === undefined) throwFieldProblem('constraintValue', 'is needed')
  return [{ facet, constraintValue }]
}

/** Rejects a value that the service cannot have, at its field. */
function requireValue(service: Service, { constraintValue }: Cell, path: string): void {
  const flaw = constraintValue && flawOf(service, constraintValue)
  if (flaw) throwFieldProblem(`${path}constraintValue.${flaw.member}`, flaw.message)
}
