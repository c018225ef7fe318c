import { type RawBuilder, sql } from 'kysely'
import { facetValueJson } from '#features/accounts/accounts/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type Plan, planProblems, type Service } from '../contract.ts'

const period = (name: string) =>
  `case when p.${name}_amount is null then null else json_build_object('amount', p.${name}_amount, 'unit', p.${name}_unit) end`

const planJson = (staff: boolean) =>
  sql.raw(`json_build_object('id', p.id::text, 'name', p.name, 'pricing', p.pricing, 'headerColour', p.header_colour,
    'displayOrder', p.display_order, 'freeTrialPeriod', ${period('trial')}, 'paidSubscriptionPeriod', ${period('paid')},
    'defaultStages', p.default_stages,
    'services', (select coalesce(json_agg(json_build_object('facet', json_build_object('name', f.name),
        'constraintValue', ${facetValueJson('v')}) order by f.display_order, f.id), '[]')
      from plan_facets v join facets f on f.id = v.facet_id where v.plan_id = p.id),
    'accounts', ${staff ? '(select count(*) from subscriptions s join accounts a on a.id = s.account_id where s.plan_id = p.id and a.deleted_at is null)' : 'null'},
    'version', p.version) as plan`)

/** Every plan, in display order. */
export async function findPlans(db: Database, { staff }: { staff: boolean }): Promise<Plan[]> {
  const { rows } = await sql<{
    plan: Plan
  }>`select ${planJson(staff)} from plans p order by p.display_order, p.id`.execute(db)
  return rows.map(({ plan }) => plan)
}

/** One plan as staff read it. */
export async function planById(db: Database | Tx, id: number): Promise<Plan> {
  const { rows } = await sql<{ plan: Plan }>`select ${planJson(true)} from plans p where p.id = ${id}`.execute(db)
  return rows[0]?.plan ?? throwProblem(planProblems['plan-not-found'])
}

/** Locks plans until the transaction ends, in the order of their ids, and returns those that exist with their versions. */
export async function lockPlans(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, { name: string; version: number }>> {
  const { rows } = await sql<{ id: number; name: string; version: number }>`
    select id, name, version from plans where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
  return new Map(rows.map(({ id, ...plan }) => [id, plan]))
}

const serviceJson = (staff: boolean) =>
  sql.raw(`json_build_object('id', f.id::text, 'name', f.name, 'category', f.category, 'subcategory', f.subcategory,
    'description', f.description, 'valueType', f.value_type, 'values', f.list_values, 'unit', f.unit, 'minimum', f.minimum,
    'maximum', f.maximum, 'analyticsOverride', ${staff ? 'f.analytics_override' : 'null'}, 'displayOrder', f.display_order,
    'afterExpiry', f.after_expiry, 'isLimit', f.is_limit, 'version', f.version) as service`)

async function services(db: Database | Tx, staff: boolean, rest: RawBuilder<unknown>): Promise<Service[]> {
  const { rows } = await sql<{ service: Service }>`select ${serviceJson(staff)} from facets f ${rest}`.execute(db)
  return rows.map(({ service }) => service)
}

/** Every service, in display order. */
export function findServices(db: Database | Tx, { staff }: { staff: boolean }): Promise<Service[]> {
  return services(db, staff, sql`order by f.display_order, f.id`)
}

/** One service. */
export async function findService(db: Database, id: number): Promise<Service> {
  const [service] = await services(db, true, sql`where f.id = ${id}`)
  return service ?? throwProblem(planProblems['service-not-found'])
}

/** One service, locked until the transaction ends. */
export async function lockService(tx: Tx, id: number): Promise<Service> {
  const [service] = await services(tx, true, sql`where f.id = ${id} for update of f`)
  return service ?? throwProblem(planProblems['service-not-found'])
}

/**
 * Locks the names of plans and services until the transaction ends: two equal ones at the same time wait for each
 * other.
 */
export async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('plan and service names', 17))`.execute(tx)
}
