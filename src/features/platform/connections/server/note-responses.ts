import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { type ConnectionContract, connectionContractChanged } from '../contract.ts'
import { accountOfConnection } from './connection-store.ts'
import {
  changedFields,
  type FieldChange,
  type Fields,
  fieldsOfResponse,
  learnedFields,
  mergedFields,
} from './response-fields.ts'

/** Responses from which the fields of an operation are learned; later ones are compared with these. */
export const NEEDED = 20
/** Operations of a connection that are compared. */
const MOST_OPERATIONS = 50

/** The fields of one good response. */
export type NotedResponse = { readonly operation: string; readonly fields: Fields }
export type Changes = Readonly<Record<string, FieldChange & { readonly since: string }>>

/** The response to a call as it is compared: its kind of call, and its fields without their values. */
export function notedResponse(call: { readonly method: string; readonly path: string }, body: unknown): NotedResponse {
  return { operation: operationOf(call), fields: fieldsOfResponse(body) }
}

/**
 * Compares responses with earlier ones of the same operations, and records what changed as an event. Until enough of
 * them are known, they are learned from.
 */
export async function noteResponses(tx: Tx, id: string, responses: readonly NotedResponse[]): Promise<void> {
  const operations = [...new Set(responses.map(({ operation }) => operation))].toSorted()
  const { rows } = await sql<{ operation: string; samples: number; fields: Fields; changes: Changes }>`
    select operation, samples, fields, changes from connection_shapes
    where connection = ${id} and operation = any(${operations}) order by operation for update`.execute(tx)
  for (const operation of operations) {
    const storedShape = rows.find((row) => row.operation === operation) ?? { samples: 0, fields: {}, changes: {} }
    const next = responses.filter((one) => one.operation === operation).reduce(compareResponse, storedShape)
    if (next === storedShape) continue
    await sql`
      insert into connection_shapes (connection, operation, samples, fields, changes)
      select ${id}, ${operation}, ${next.samples}, ${JSON.stringify(next.fields)}::jsonb, ${JSON.stringify(next.changes)}::jsonb
      where ${storedShape.samples > 0} or (select count(*) from connection_shapes where connection = ${id}) < ${MOST_OPERATIONS}
      on conflict (connection, operation) do update
        set samples = excluded.samples, fields = excluded.fields, changes = excluded.changes`.execute(tx)
    const addedFields = Object.keys(next.changes).filter((field) => !(field in storedShape.changes))
    if (addedFields.length === 0) continue
    await recordEvent(tx, connectionContractChanged, noUser, {
      subject: id,
      account: await accountOfConnection(tx, id),
      data: { operation, fields: addedFields.slice(0, 20) },
    })
  }
}

type ResponseShape = { readonly samples: number; readonly fields: Fields; readonly changes: Changes }

function compareResponse(shape: ResponseShape, { fields: now }: NotedResponse): ResponseShape {
  const { samples, fields, changes } = shape
  if (samples === 0) return { samples: 1, fields: now, changes }
  if (samples < NEEDED) return { samples: samples + 1, fields: mergedFields(fields, now), changes }
  const since = new Date().toISOString()
  const addedChanges = Object.entries(changedFields(fields, now)).filter(([field]) => !(field in changes))
  const learntFields = learnedFields(fields, now)
  if (addedChanges.length === 0 && learntFields === fields) return shape
  return {
    samples,
    fields: learntFields,
    changes: {
      ...changes,
      ...Object.fromEntries(addedChanges.map(([field, change]) => [field, { ...change, since }])),
    },
  }
}

/** The fields with their changes accepted. */
export function acceptedFields(fields: Fields, changes: Changes): Fields {
  const changedEntries = Object.entries(changes).map(([field, { kind, after }]) => {
    const { types = [], required: isRequired = false } = fields[field] ?? {}
    return [
      field,
      kind === 'GONE'
        ? { types, required: false }
        : { types: [...new Set([...types, ...after])].toSorted(), required: isRequired },
    ]
  })
  return { ...fields, ...Object.fromEntries(changedEntries) } as Fields
}

/** What the contract check shows of an operation. */
export function contractOf(row: { operation: string } & ResponseShape): ConnectionContract {
  const { operation, samples, fields, changes } = row
  return {
    operation,
    samples,
    needed: NEEDED,
    fields: Object.keys(fields).length,
    changes: Object.entries(changes).map(([field, change]) => ({ field, ...change })),
  }
}

/** Method and path with what differs from call to call as `{}`: words and versions stay, keys, ids and names do not. */
export function operationOf({ method, path }: { readonly method: string; readonly path: string }): string {
  const parts = path.slice(0, 500).split('/')
  const isWord = (part: string, index: number) =>
    part === '' ||
    /^[A-Za-z][a-z]+([A-Z_-][a-z]+)*(\.json)?$/.test(part) ||
    /^v\d{1,3}(\.\d{1,3})?$/.test(part) ||
    (parts[index - 1] === 'api' && /^\d{1,2}$/.test(part))
  return `${method} ${parts.map((part, index) => (isWord(part, index) ? part : '{}')).join('/')}`
}
