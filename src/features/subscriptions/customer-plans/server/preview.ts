import { sql } from 'kysely'
import { type FacetValue, MAX_USERS } from '#features/accounts/accounts/contract.ts'
import { facetValueJson, usersBeyond } from '#features/accounts/accounts/server/index.ts'
import { flawOf, type Plan, type Service, savedValue } from '#features/subscriptions/plans/contract.ts'
import { findPlans, findServices } from '#features/subscriptions/plans/server/index.ts'
import { type SlaPlan, type SlaTarget, slaPlanNamed } from '#features/support/sla-clocks/contract.ts'
import { findTargets } from '#features/support/sla-clocks/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import { editSubscriptions, type PreviewedAccount, type previewSubscriptions } from '../contract.ts'
import { type Uses, usesOf } from './uses.ts'

type Values = Map<string, FacetValue>
type OwnValues = Readonly<Record<string, FacetValue>>
type Row = {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly plan: string | null
  readonly slaPlan: SlaPlan
  readonly freeTrial: boolean
  readonly today: string
  readonly expires: string | null
  readonly overrides: OwnValues
}
type Body = RequestContext<typeof previewSubscriptions>['body']
/** What the values of services depend on. */
type Terms = { readonly values: Values | undefined; readonly own: OwnValues; readonly isExpired: boolean }

/** The effect of another plan, expiry or other values on each account; unchanged accounts are left out. */
export async function previewChange(
  db: Database,
  { session, body }: RequestContext<typeof previewSubscriptions>,
): Promise<PreviewedAccount[]> {
  const visible = visibleAccounts(session, editSubscriptions)
  const [plans, services, targets, accounts] = await Promise.all([
    findPlans(db, { staff: false }),
    findServices(db, { staff: true }),
    findTargets(db, null),
    accountsOf(db, visible, body.accounts),
  ])
  const before = new Map(plans.map((plan) => [plan.id, valuesOf(plan)]))
  const after = changedValues(before, body.cells ?? [], services)
  const overrides = changedOverrides(body.overrides ?? [], services)
  const wantedPlan = chosenPlan(plans, body.plan)
  const uses = await usesOf(
    db,
    accounts.map(({ id }) => id),
  )
  const previews = accounts
    .map((account) => {
      const plan = wantedPlan === undefined ? account.plan : wantedPlan
      const begins = plan !== account.plan ? plans.find(({ id }) => id === plan)?.name : undefined
      const slaTargets = changedTargets(targets, { current: account.slaPlan, plan: begins })
      const isBefore = (day: string | null) => day !== null && day < account.today
      const preview = previewOf(account, services, uses.get(account.id) ?? {}, {
        before: {
          values: account.plan === null ? undefined : before.get(account.plan),
          own: account.overrides,
          isExpired: account.plan !== null && isBefore(account.expires),
        },
        after: {
          values: plan === null ? undefined : after.get(plan),
          own: withOverrides(account.overrides, overrides),
          isExpired: plan !== null && isBefore(expiryOf(account, plans, plan, body)),
        },
      })
      return { ...preview, slaTargets }
    })
    .filter(({ changes, slaTargets }) => changes.length + slaTargets.length > 0)
  return withUsersBeyond(db, previews)
}

function previewOf(
  account: Row,
  services: readonly Service[],
  uses: Uses,
  terms: { before: Terms; after: Terms },
): Omit<PreviewedAccount, 'slaTargets'> {
  const changes: PreviewedAccount['changes'] = []
  const exceededLimits: PreviewedAccount['exceeded'] = []
  for (const service of services) {
    const { name, category, subcategory } = service
    const before = effectiveValue(service, terms.before)
    const after = effectiveValue(service, terms.after)
    const facet = { name, category, subcategory }
    if (JSON.stringify(before) !== JSON.stringify(after)) changes.push({ facet, before, after })
    const limit = after && !after.isInfinity ? after.numberValue : undefined
    if (limit !== undefined && (uses[name] ?? 0) > limit) exceededLimits.push({ facet, used: uses[name]!, limit })
  }
  const { id, name, displayName } = account
  return {
    accountId: String(id),
    account: name,
    accountDisplayName: displayName,
    changes,
    exceeded: exceededLimits,
    usersBeyond: [],
  }
}

/** Own value, else that of the plan, else none; the view `effective_facets` says the same of what is stored. */
function effectiveValue(
  { name, valueType, afterExpiry }: Service,
  { values, own, isExpired }: Terms,
): FacetValue | null {
  const value = own[name] ?? values?.get(name) ?? null
  if (value === null || !isExpired || afterExpiry === 'KEEP') return value
  if (valueType === 'NUMBER') return { isInfinity: false, numberValue: 0 }
  return valueType === 'BOOLEAN' ? { booleanValue: false } : null
}

async function withUsersBeyond(db: Database, previews: readonly PreviewedAccount[]): Promise<PreviewedAccount[]> {
  const seats = previews.flatMap(({ accountId, exceeded }) =>
    exceeded
      .filter(({ facet }) => facet.name === MAX_USERS)
      .map(({ limit }) => ({ accountId: Number(accountId), seats: limit })),
  )
  const beyond = seats.length === 0 ? new Map<number, string[]>() : await usersBeyond(db, seats)
  return previews.map((preview) => ({ ...preview, usersBeyond: beyond.get(Number(preview.accountId)) ?? [] }))
}

/** The expiry after the change: another plan begins its period today, as when it is saved. */
function expiryOf(
  { plan: current, freeTrial, today, expires }: Row,
  plans: readonly Plan[],
  plan: string | null,
  body: Body,
) {
  if (body.expirationDate !== undefined) return body.expirationDate
  const newPlan = plan === null || plan === current ? undefined : plans.find(({ id }) => id === plan)
  return newPlan?.[freeTrial ? 'freeTrialPeriod' : 'paidSubscriptionPeriod'] ? today : expires
}

async function accountsOf(
  db: Database,
  visible: 'all' | readonly number[],
  accountNames: readonly string[] | undefined,
) {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.display_name as "displayName", s.plan_id::text as plan, s.free_trial as "freeTrial",
      coalesce(h.plan, 'ESSENTIALS') as "slaPlan",
      (now() at time zone a.time_zone)::date::text as today, s.expiration_date::text as expires,
      (select coalesce(json_object_agg(f.name, ${sql.raw(facetValueJson('o'))}), '{}')
        from facet_overrides o join facets f on f.id = o.facet_id where o.account_id = a.id) as overrides
    from accounts a join subscriptions s on s.account_id = a.id left join sla_hours h on h.account_id = a.id
    where a.deleted_at is null and ${inAccounts(visible, 'a.id')}
      and ${accountNames === undefined ? sql`true` : sql`a.id = any(${accountNames}::bigint[])`}
    order by a.display_name, a.id`.execute(db)
  return rows
}

function valuesOf({ services }: Plan): Values {
  return new Map(services.map(({ facet, constraintValue }) => [facet.name, constraintValue]))
}

function changedValues(
  plans: ReadonlyMap<string, Values>,
  cells: NonNullable<Body['cells']>,
  services: readonly Service[],
) {
  const valuesByPlan = new Map([...plans].map(([id, values]) => [id, new Map(values)]))
  for (const [at, cell] of cells.entries()) {
    const values = valuesByPlan.get(cell.plan.id) ?? throwFieldProblem(`cells.${at}.plan.id`, 'is no plan')
    requireValue(services, cell, `cells.${at}`)
    const { facet, constraintValue } = cell
    if (constraintValue === null) values.delete(facet.name)
    else values.set(facet.name, savedValue(constraintValue))
  }
  return valuesByPlan
}

function changedOverrides(overrides: NonNullable<Body['overrides']>, services: readonly Service[]) {
  for (const [at, override] of overrides.entries()) requireValue(services, override, `overrides.${at}`)
  return overrides
}

function withOverrides(own: OwnValues, overrides: NonNullable<Body['overrides']>): OwnValues {
  const values = new Map(Object.entries(own))
  for (const { facet, constraintValue } of overrides)
    if (constraintValue === null) values.delete(facet.name)
    else values.set(facet.name, savedValue(constraintValue))
  return Object.fromEntries(values)
}

type Cell = NonNullable<Body['overrides']>[number]

function requireValue(services: readonly Service[], { facet, constraintValue }: Cell, path: string): void {
  const service = services.find(({ name }) => name === facet.name)
  if (!service) throwFieldProblem(`${path}.facet.name`, 'is no service')
  const flaw = constraintValue && flawOf(service, constraintValue)
  if (flaw) throwFieldProblem(`${path}.constraintValue.${flaw.member}`, flaw.message)
}

/** The id of the plan by id or name; undefined = each account keeps its own. */
function chosenPlan(plans: readonly Plan[], wantedPlan: string | null | undefined): string | null | undefined {
  if (wantedPlan === null || wantedPlan === undefined) return wantedPlan
  const plan =
    plans.find(({ id }) => id === wantedPlan) ??
    plans.find(({ name }) => name.toLowerCase() === wantedPlan.toLowerCase())
  return plan?.id ?? throwFieldProblem('plan', 'is no plan')
}

type Minutes = PreviewedAccount['slaTargets'][number]['before']

/** The targets that change when an account gets the plan with a name; the same rule as `followPlan`. */
function changedTargets(
  targets: readonly SlaTarget[],
  { current, plan }: { current: SlaPlan; plan: string | null | undefined },
): PreviewedAccount['slaTargets'] {
  const next = slaPlanNamed(plan)
  if (!next || next === current) return []
  const of = (slaPlan: SlaPlan, priority: string) =>
    targets.find((target) => target.plan === slaPlan && target.priority === priority)
  return targets
    .filter((target) => target.plan === next)
    .flatMap((after) => {
      const before = of(current, after.priority)
      if (!before || isSameTarget(before, after)) return []
      return [{ priority: after.priority, before: minutesOf(before), after: minutesOf(after) }]
    })
}

function minutesOf({ firstResponse, nextUpdate, resolution, business }: SlaTarget): Minutes {
  return { firstResponse, nextUpdate, resolution, business }
}

function isSameTarget(one: SlaTarget, other: SlaTarget): boolean {
  return JSON.stringify(minutesOf(one)) === JSON.stringify(minutesOf(other))
}
