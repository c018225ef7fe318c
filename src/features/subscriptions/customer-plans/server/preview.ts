import { sql } from 'kysely'
import { type FacetValue, MAX_BYTES, MAX_DEPLOYMENTS, MAX_USERS } from '#features/accounts/accounts/contract.ts'
import { everySeats, facetValueJson } from '#features/accounts/accounts/server/index.ts'
import { flawOf, type Plan, type Service, savedValue } from '#features/subscriptions/plans/contract.ts'
import { findPlans, findServices } from '#features/subscriptions/plans/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { editSubscriptions, type PreviewedAccount, type previewSubscriptions } from '../contract.ts'

type Values = Map<string, FacetValue>
type Row = {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly plan: string | null
  readonly overrides: Readonly<Record<string, FacetValue>>
  readonly bytes: number
  readonly deployments: number
}

/** The effect of another plan or other values on each account; unchanged accounts are left out. */
export async function previewChange(
  db: Database,
  { session, body }: RequestContext<typeof previewSubscriptions>,
): Promise<PreviewedAccount[]> {
  const visible = visibleAccounts(session, editSubscriptions)
  const [plans, services, accounts] = await Promise.all([
    findPlans(db, { staff: false }),
    findServices(db, { staff: true }),
    accountsOf(db, visible, body.accounts),
  ])
  const before = new Map(plans.map((plan) => [plan.id, valuesOf(plan)]))
  const after = changedValues(before, body.cells ?? [], services)
  const wanted = chosenPlan(plans, body.plan)
  const ids = accounts.map(({ id }) => id)
  const seats = new Map((await everySeats(db, ids)).map(({ accountId, used }) => [accountId, used]))
  return accounts
    .map((account) => {
      const used: Readonly<Record<string, number>> = {
        [MAX_USERS]: seats.get(String(account.id)) ?? 0,
        [MAX_BYTES]: account.bytes,
        [MAX_DEPLOYMENTS]: account.deployments,
      }
      const plan = wanted === undefined ? account.plan : wanted
      return previewOf(account, services, used, {
        before: account.plan === null ? undefined : before.get(account.plan),
        after: plan === null ? undefined : after.get(plan),
      })
    })
    .filter(({ changes }) => changes.length > 0)
}

function previewOf(
  account: Row,
  services: readonly Service[],
  used: Readonly<Record<string, number>>,
  values: { before: Values | undefined; after: Values | undefined },
): PreviewedAccount {
  const changes: PreviewedAccount['changes'] = []
  const exceeded: PreviewedAccount['exceeded'] = []
  for (const { name, category, subcategory } of services) {
    const own = account.overrides[name]
    const before = own ?? values.before?.get(name) ?? null
    const after = own ?? values.after?.get(name) ?? null
    const facet = { name, category, subcategory }
    if (JSON.stringify(before) !== JSON.stringify(after)) changes.push({ facet, before, after })
    const limit = after && !after.isInfinity ? after.numberValue : undefined
    if (limit !== undefined && (used[name] ?? 0) > limit) exceeded.push({ facet, used: used[name]!, limit })
  }
  const { id, name, displayName } = account
  return { accountId: String(id), account: name, accountDisplayName: displayName, changes, exceeded }
}

async function accountsOf(db: Database, visible: 'all' | readonly number[], wanted: readonly string[] | undefined) {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.display_name as "displayName", s.plan_id::text as plan, u.used as bytes,
      (select count(*) from deployments d where d.account_id = a.id) as deployments,
      (select coalesce(json_object_agg(f.name, ${sql.raw(facetValueJson('o'))}), '{}')
        from facet_overrides o join facets f on f.id = o.facet_id where o.account_id = a.id) as overrides
    from accounts a join subscriptions s on s.account_id = a.id join account_storage u on u.account_id = a.id
    where a.deleted_at is null and ${visible === 'all' ? sql`true` : sql`a.id = any(${visible}::bigint[])`}
      and ${wanted === undefined ? sql`true` : sql`a.id = any(${wanted}::bigint[])`}
    order by a.display_name, a.id`.execute(db)
  return rows
}

function valuesOf({ services }: Plan): Values {
  return new Map(services.map(({ facet, constraintValue }) => [facet.name, constraintValue]))
}

type Cells = NonNullable<RequestContext<typeof previewSubscriptions>['body']['cells']>

function changedValues(plans: ReadonlyMap<string, Values>, cells: Cells, services: readonly Service[]) {
  const changed = new Map([...plans].map(([id, values]) => [id, new Map(values)]))
  for (const [at, { plan, facet, constraintValue }] of cells.entries()) {
    const values = changed.get(plan.id) ?? throwFieldProblem(`cells.${at}.plan.id`, 'is no plan')
    const service = services.find(({ name }) => name === facet.name)
    if (!service) throwFieldProblem(`cells.${at}.facet.name`, 'is no service')
    const flaw = constraintValue && flawOf(service, constraintValue)
    if (flaw) throwFieldProblem(`cells.${at}.constraintValue.${flaw.member}`, flaw.message)
    if (constraintValue === null) values.delete(facet.name)
    else values.set(facet.name, savedValue(constraintValue))
  }
  return changed
}

/** The id of the plan by id or name; undefined = each account keeps its own. */
function chosenPlan(plans: readonly Plan[], wanted: string | null | undefined): string | null | undefined {
  if (wanted === null || wanted === undefined) return wanted
  const found =
    plans.find(({ id }) => id === wanted) ?? plans.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  return found?.id ?? throwFieldProblem('plan', 'is no plan')
}
