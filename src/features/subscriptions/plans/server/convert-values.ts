import { sql } from 'kysely'
import { accountEvents, type FacetValue } from '#features/accounts/accounts/contract.ts'
import { facetColumns, facetValueJson, setOverride } from '#features/accounts/accounts/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext, RequestContext } from '#kit/server/serve/request-context.ts'
import {
  type ConvertedValue,
  convertedValue,
  type editFacet,
  planEvents,
  planProblems,
  type previewConversion,
  type Service,
} from '../contract.ts'
import { findService } from './plan-store.ts'
import { requireConsistent } from './require-consistent.ts'

type StoredValue = Omit<ConvertedValue, 'after'> & { readonly id: number }

/** What another value type makes of the values that plans and accounts hold. */
export async function previewOfConversion(db: Database, call: RequestContext<typeof previewConversion>) {
  const service = await findService(db, Number(call.params.id))
  if (service.isLimit) throwProblem(planProblems['service-is-limit'])
  const { valueType, values = [], minimum = null, maximum = null } = call.body
  const newService = { ...service, valueType, values, minimum, maximum }
  requireConsistent(newService)
  return convertedValues(await heldValues(db, Number(service.id)), newService).map(({ id: _, ...value }) => value)
}

/** Converts the values that plans and accounts hold. The service has its new type afterwards: call it before. */
export async function convertValues(
  { tx, record }: Pick<CommandContext<typeof editFacet>, 'tx' | 'record'>,
  service: Service,
  newService: Service,
): Promise<void> {
  const facetId = Number(service.id)
  await lockHolders(tx, facetId)
  for (const { id, holder, ofAccount, before, after } of convertedValues(await heldValues(tx, facetId), newService)) {
    const changes = { [service.name]: [before, after] }
    if (ofAccount) {
      await setOverride(tx, id, service.name, after)
      await record(accountEvents.planChanged, { account: id, subject: id, data: { changes } })
      continue
    }
    await setPlanValue(tx, { planId: id, facetId }, after)
    await record(planEvents.valuesChanged, { subject: id, data: { name: holder, changes } })
  }
}

async function setPlanValue(
  tx: Tx,
  { planId, facetId }: { planId: number; facetId: number },
  after: FacetValue | null,
) {
  const row = tx.updateTable('plan_facets').where('plan_id', '=', planId).where('facet_id', '=', facetId)
  if (after) await row.set(facetColumns(after)).execute()
  else await sql`delete from plan_facets where plan_id = ${planId} and facet_id = ${facetId}`.execute(tx)
  await sql`update plans set version = version + 1 where id = ${planId}`.execute(tx)
}

/** Each table in the order of its ids, so that two conversions do not wait for each other. */
async function lockHolders(tx: Tx, facetId: number): Promise<void> {
  await sql`select from plans where id in (select plan_id from plan_facets where facet_id = ${facetId}) order by id for update`.execute(
    tx,
  )
  await sql`select from subscriptions where account_id in (select account_id from facet_overrides where facet_id = ${facetId})
    order by id for update`.execute(tx)
}

function convertedValues(heldValues: readonly StoredValue[], service: Service) {
  return heldValues.map((value) => ({ ...value, after: convertedValue(value.before, service) }))
}

async function heldValues(db: Database | Tx, facetId: number): Promise<StoredValue[]> {
  const { rows } = await sql<StoredValue>`
    (select p.id, p.name as holder, false as "ofAccount", ${sql.raw(facetValueJson('v'))} as before
      from plan_facets v join plans p on p.id = v.plan_id where v.facet_id = ${facetId} order by p.display_order)
    union all
    (select a.id, a.display_name, true, ${sql.raw(facetValueJson('o'))}
      from facet_overrides o join accounts a on a.id = o.account_id where o.facet_id = ${facetId} order by a.display_name, a.id)`.execute(
    db,
  )
  return rows
}
