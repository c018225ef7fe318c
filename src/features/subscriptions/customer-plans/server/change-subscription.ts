import { sql } from 'kysely'
import { setOverride } from '#features/accounts/accounts/server/index.ts'
import { flawOf } from '#features/subscriptions/plans/contract.ts'
import { findServices } from '#features/subscriptions/plans/server/index.ts'
import { slaHoursEdited } from '#features/support/sla-clocks/contract.ts'
import { followPlan } from '#features/support/sla-clocks/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type CustomerPlan,
  type CustomerPlanDetail,
  type changePlans,
  type editCustomerPlan,
  editSubscriptions,
  subscriptionChanged,
} from '../contract.ts'
import { periodEnd } from './subscription-json.ts'
import { findSubscription, subscriptionDetail } from './subscription-store.ts'

type Body = CommandContext<typeof editCustomerPlan>['body']
type Dates = { readonly today: string; readonly end: string | null }
type ChosenPlan = { readonly id: number; readonly name: string }

/** Changes a subscription. A change of plan or trial begins its period today; it sets the expiry where none is given. */
export async function changeSubscription(call: CommandContext<typeof editCustomerPlan>) {
  const detail = await change(call, call.params.id, call.body, ({ version }) => requireVersion(call, version))
  return respond(detail, { etag: etagOf(detail.version) })
}

/** Gives subscriptions another plan, in the order of their ids. */
export async function changeManyPlans(call: CommandContext<typeof changePlans>) {
  const { subscriptions, ...body } = call.body
  const versionById = new Map(subscriptions.map(({ id, version }) => [Number(id), version]))
  let changedCount = 0
  for (const [id, version] of [...versionById].sort(([one], [other]) => one - other)) {
    const detail = await change(call, String(id), body, (plan) => {
      if (plan.version !== version) throwProblem(kitProblems['version-conflict'])
    })
    if (detail.version !== version) changedCount += 1
  }
  return { changed: changedCount }
}

async function change(
  call: Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>,
  subscription: string,
  body: Body,
  checkVersion: (storedPlan: CustomerPlan) => void,
): Promise<CustomerPlanDetail> {
  const { tx, session } = call
  const { id, accountId, account } = await findSubscription(tx, session, subscription, { lock: true })
  requirePermission(call, editSubscriptions, account)
  const storedPlan = await subscriptionDetail(tx, session, id)
  checkVersion(storedPlan)
  const { plan: _, overrides = [], ...terms } = body
  const plan = await chosenPlan(tx, body.plan, storedPlan)
  const freeTrial = terms.freeTrial ?? storedPlan.freeTrial
  const begins = plan !== null && (String(plan.id) !== storedPlan.plan?.id || freeTrial !== storedPlan.freeTrial)
  const { today, end } = await datesOf(tx, accountId, { plan, freeTrial })
  const newTerms = { ...storedPlan, ...definedMembers(terms) }
  if (begins && body.expirationDate === undefined && end !== null) newTerms.expirationDate = end
  requireConsistent(body, newTerms, today)
  const changes: Record<string, readonly [unknown, unknown]> = {
    ...changesOf(storedPlan, { ...definedMembers(terms), expirationDate: newTerms.expirationDate }),
    ...(storedPlan.plan?.name === plan?.name ? {} : { plan: [storedPlan.plan?.name ?? null, plan?.name ?? null] }),
    ...(await changeOverrides(tx, accountId, overrides)),
  }
  if (Object.keys(changes).length > 0) {
    await tx
      .updateTable('subscriptions')
      .set({
        plan_id: plan?.id ?? null,
        free_trial: newTerms.freeTrial,
        expiration_date: sql<Date>`${newTerms.expirationDate}::date`,
        contract_start_date: sql<Date>`${newTerms.contractStartDate}::date`,
        contract_length: newTerms.contractLength,
        cm_number: newTerms.cmNumber,
        contract_value: newTerms.contractValue,
        currency: newTerms.currency,
        quote_url: newTerms.quoteUrl,
        additional_features: newTerms.additionalFeatures,
        show_to_customer: newTerms.showToCustomer,
        version: storedPlan.version + 1,
        updated_at: sql<Date>`clock_timestamp()`,
        ...(begins ? { period_start: sql<Date>`${today}::date` } : {}),
      })
      .where('id', '=', id)
      .execute()
    await call.record(subscriptionChanged, { account: accountId, subject: id, data: { changes } })
    const slaPlan = 'plan' in changes ? await followPlan(tx, accountId, plan?.name ?? null) : undefined
    if (slaPlan) await call.record(slaHoursEdited, slaPlan)
  }
  return subscriptionDetail(tx, session, id)
}

/** The plan by id or name; unchanged when absent. */
async function chosenPlan(tx: Tx, wantedPlan: Body['plan'], storedPlan: CustomerPlan): Promise<ChosenPlan | null> {
  const plan = wantedPlan === undefined ? (storedPlan.plan?.id ?? null) : wantedPlan
  if (plan === null) return null
  const { rows } = await sql<ChosenPlan>`
    select id, name from plans where id::text = ${plan} or lower(name) = lower(${plan}) order by id::text = ${plan} desc limit 1 for share`.execute(
    tx,
  )
  return rows[0] ?? throwFieldProblem('plan', 'is no plan')
}

/** Today in the account's time zone, and the last day of the period that begins today. */
async function datesOf(
  tx: Tx,
  accountId: number,
  { plan, freeTrial }: { plan: ChosenPlan | null; freeTrial: boolean },
): Promise<Dates> {
  const name = freeTrial ? 'trial' : 'paid'
  const end = periodEnd('local.today', `p.${name}_amount`, `p.${name}_unit`)
  const { rows } = await sql<Dates>`
    select local.today::text as today, ${sql.raw(end)}::text as "end"
    from accounts a cross join lateral (select (now() at time zone a.time_zone)::date as today) local left join plans p on p.id = ${plan?.id ?? null}
    where a.id = ${accountId}`.execute(tx)
  return rows[0]!
}

function requireConsistent(body: Body, newTerms: CustomerPlan, today: string): void {
  const { expirationDate, contractStartDate, contractValue, currency } = newTerms
  if (body.expirationDate && body.expirationDate < today)
    throwFieldProblem('expirationDate', `must not be before today, ${today}`)
  if (expirationDate !== null && contractStartDate !== null && expirationDate < contractStartDate) {
    const field = body.contractStartDate && !body.expirationDate ? 'contractStartDate' : 'expirationDate'
    throwFieldProblem(field, 'the contract must not start after the expiration date')
  }
  if (contractValue !== null && currency === null) throwFieldProblem('currency', 'is needed with a contract value')
}

/** Sets the account's own values, and returns what changed. */
async function changeOverrides(tx: Tx, accountId: number, overrides: NonNullable<Body['overrides']>) {
  const changes: Record<string, readonly [unknown, unknown]> = {}
  if (overrides.length === 0) return changes
  const services = new Map((await findServices(tx, { staff: true })).map((service) => [service.name, service]))
  for (const [at, { facet, constraintValue }] of overrides.entries()) {
    const service = services.get(facet.name) ?? throwFieldProblem(`overrides.${at}.facet.name`, 'is no service')
    if (facet.name in changes) throwFieldProblem(`overrides.${at}.facet.name`, 'is given twice')
    const flaw = constraintValue && flawOf(service, constraintValue)
    if (flaw) throwFieldProblem(`overrides.${at}.constraintValue.${flaw.member}`, flaw.message)
    const [before, after] = await setOverride(tx, accountId, facet.name, constraintValue)
    if (JSON.stringify(before) !== JSON.stringify(after)) changes[facet.name] = [before, after]
  }
  return changes
}

/** The given members. */
function definedMembers<T extends object>(body: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
