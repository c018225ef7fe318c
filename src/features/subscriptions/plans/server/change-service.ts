import { sql } from 'kysely'
import { lookAlikeForm, MAX_DOWNLOADS } from '#features/accounts/accounts/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type createFacet,
  type deleteFacet,
  type editFacet,
  planEvents,
  planProblems,
  type Service,
} from '../contract.ts'
import { definedMembers, namesOf } from './change-plan.ts'
import { convertValues } from './convert-values.ts'
import { findServices, lockNames, lockService } from './plan-store.ts'
import { requireConsistent } from './require-consistent.ts'

type Fields = Omit<Service, 'id' | 'name' | 'isLimit' | 'version'>

export async function addService(call: CommandContext<typeof createFacet>) {
  const { tx, body } = call
  await lockNames(tx)
  const others = await requireFreeName(tx, body)
  const fields: Fields = {
    description: '',
    values: [],
    unit: null,
    minimum: null,
    maximum: null,
    afterExpiry: 'KEEP',
    analyticsOverride: null,
    displayOrder: Math.max(0, ...others.map(({ displayOrder }) => displayOrder)) + 1,
    ...definedMembers(body),
    category: body.category.trim(),
    subcategory: body.subcategory.trim(),
    valueType: body.valueType,
  }
  requireConsistent(fields)
  const { id } = await tx
    .insertInto('facets')
    .values({ ...columnsOf(fields), name: wireName(fields, others) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const newService = await lockService(tx, id)
  await call.record(planEvents.serviceCreated, { subject: id, data: { name: newService.name } })
  return respond(newService, { status: 201, etag: etagOf(newService.version) })
}

export async function changeService(call: CommandContext<typeof editFacet>) {
  const { tx, body } = call
  const id = Number(call.params.id)
  await lockNames(tx)
  const storedService = await lockService(tx, id)
  requireVersion(call, storedService.version)
  const { convertsValues, ...fields } = body
  const newFields = { ...storedService, ...definedMembers(fields) }
  if (body.category !== undefined || body.subcategory !== undefined)
    await requireFreeName(tx, newFields, storedService.id)
  requireConsistent(newFields)
  if (newFields.afterExpiry === 'STOP' && storedService.name === MAX_DOWNLOADS)
    throwFieldProblem('afterExpiry', 'must be KEEP: what was delivered can be downloaded after the expiry')
  if (newFields.valueType !== storedService.valueType) {
    if (storedService.isLimit) throwProblem(planProblems['service-is-limit'])
    const holders = await holdersOf(tx, id)
    if (holders && !convertsValues) throwProblem(planProblems['service-type-in-use'], { holders })
    await convertValues(call, storedService, newFields)
  }
  for (const value of storedService.values.filter((one) => !newFields.values.includes(one))) {
    const holders = await holdersOf(tx, id, value)
    if (holders) throwProblem(planProblems['service-values-in-use'], { value, holders })
  }
  const changes = changesOf(storedService, definedMembers(fields))
  if (Object.keys(changes).length > 0) {
    await tx
      .updateTable('facets')
      .set({ ...columnsOf(newFields), version: storedService.version + 1 })
      .where('id', '=', id)
      .execute()
    await call.record(planEvents.serviceEdited, { subject: id, data: { name: storedService.name, changes } })
  }
  const service = await lockService(tx, id)
  return respond(service, { etag: etagOf(service.version) })
}

export async function removeService(call: CommandContext<typeof deleteFacet>) {
  const { tx } = call
  const id = Number(call.params.id)
  const service = await lockService(tx, id)
  requireVersion(call, service.version)
  if (service.isLimit) throwProblem(planProblems['service-is-limit'])
  const holders = await holdersOf(tx, id)
  if (holders) throwProblem(planProblems['service-in-use'], { holders })
  await tx.deleteFrom('facets').where('id', '=', id).execute()
  await call.record(planEvents.serviceDeleted, { subject: id, data: { name: service.name } })
  return undefined
}

/** The plans and accounts that have a value of the service, or this value of its list; undefined = none. */
async function holdersOf(tx: Tx, id: number, value?: string): Promise<string | undefined> {
  const hasValue = value === undefined ? sql`true` : sql`list_value = ${value}`
  const { rows } = await sql<{ name: string }>`
    (select p.name from plan_facets v join plans p on p.id = v.plan_id where v.facet_id = ${id} and ${hasValue} order by p.display_order)
    union all
    (select a.display_name from facet_overrides o join accounts a on a.id = o.account_id where o.facet_id = ${id} and ${hasValue} order by 1)`.execute(
    tx,
  )
  return rows.length > 0 ? namesOf(rows.map(({ name }) => name)) : undefined
}

/** Rejects category and subcategory of another service, and confusable ones. Returns the services. */
async function requireFreeName(
  tx: Tx,
  { category, subcategory }: Pick<Service, 'category' | 'subcategory'>,
  id?: string,
): Promise<Service[]> {
  const every = await findServices(tx, { staff: true })
  const form = (service: Pick<Service, 'category' | 'subcategory'>) =>
    JSON.stringify([lookAlikeForm(service.category), lookAlikeForm(service.subcategory)])
  const other = every.find((service) => service.id !== id && form(service) === form({ category, subcategory }))
  if (other) {
    const name = `${other.category}, ${other.subcategory}`
    const fields = [{ path: 'subcategory', message: `is the same as ${name}, or too similar` }]
    throwProblem(planProblems['service-name-taken'], { other: name }, { fields })
  }
  return every
}

/** `facet-<category>-<subcategory>`, with a number where another service has that name. */
function wireName({ category, subcategory }: Fields, others: readonly Service[]): string {
  const slug = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
  const base = ['facet', slug(category), slug(subcategory)].filter(Boolean).join('-')
  const takenNames = new Set(others.map(({ name }) => name))
  let name = base
  for (let number = 2; takenNames.has(name); number += 1) name = `${base}-${number}`
  return name
}

function columnsOf(fields: Fields) {
  return {
    category: fields.category.trim(),
    subcategory: fields.subcategory.trim(),
    description: fields.description,
    value_type: fields.valueType,
    list_values: fields.values,
    unit: fields.unit,
    minimum: fields.minimum,
    maximum: fields.maximum,
    after_expiry: fields.afterExpiry,
    analytics_override: fields.analyticsOverride,
    display_order: fields.displayOrder,
  }
}
