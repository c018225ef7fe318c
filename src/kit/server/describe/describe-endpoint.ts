import type * as z from 'zod/mini'
import { type AnyEndpoint, statusOf } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { EXPORT_LIMIT } from '../serve/limits.ts'
import { generalProblems, ownProblems, possibleProblems } from '../serve/possible-problems.ts'
import { problemBody, problemResponses } from './described-operation.ts'
import type { DescribedSchemas, JsonSchema } from './described-schemas.ts'

/** An endpoint as the API description has it. */
export function describeEndpoint(endpoint: AnyEndpoint, schemas: DescribedSchemas): JsonSchema {
  const parameters = [
    ...parametersOf('path', endpoint.params, schemas),
    ...parametersOf('query', endpoint.query, schemas),
    ...headersOf(endpoint),
  ]
  const requestBody = requestBodyOf(endpoint, schemas)
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    description: documentationOf(endpoint),
    ...(endpoint.guard === 'anyone' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { [statusOf(endpoint)]: successOf(endpoint, schemas), ...problemsOf(endpoint) },
  }
}

function parametersOf(place: string, shape: AnyEndpoint['query'], schemas: DescribedSchemas): JsonSchema[] {
  return Object.entries(shape?._zod.def.shape ?? {}).map(([name, one]) => {
    const { description, ...schema } = schemas.of(one as z.ZodMiniType, 'input')
    const isRequired = place === 'path' || !isOptional(one as z.ZodMiniType)
    return {
      name,
      in: place,
      ...(isRequired ? { required: isRequired } : {}),
      ...(description ? { description } : {}),
      schema,
    }
  })
}

/**
 * The statuses of its own problems, each with all codes that it can have; `default` is of all endpoints of its kind, so
 * that most operations name only what is theirs.
 */
function problemsOf(endpoint: AnyEndpoint): JsonSchema {
  const own = new Set(ownProblems(endpoint).map(({ status }) => status))
  return {
    ...problemResponses(possibleProblems(endpoint).filter(({ status }) => own.has(status))),
    default: generalResponse(endpoint),
  }
}

/** A component: its `title` is its name. */
function generalResponse(endpoint: AnyEndpoint): JsonSchema {
  const problems = [
    ...generalProblems(endpoint),
    kitProblems['internal-error'],
    kitProblems['temporarily-unavailable'],
  ].map(({ status, code }) => `${status} \`${code}\``)
  const { guard, method, body, media, allowedInReadOnlySession, forbiddenWhileImpersonating } = endpoint
  const action = { GET: 'Read', POST: 'Post', PUT: 'Put', PATCH: 'Change', DELETE: 'Change' }[method]
  const name = [
    ...(guard === 'anyone' ? ['Open'] : []),
    action,
    ...(body ? ['WithBody'] : []),
    ...(media?.consumes ? ['WithUpload'] : media ? ['WithDownload'] : []),
    ...(allowedInReadOnlySession ? ['InReadOnlySession'] : []),
    ...(forbiddenWhileImpersonating ? ['ByThemselves'] : []),
  ].join('')
  return { title: `${name}Problem`, description: problems.join(', '), content: problemBody }
}

/** The headers of requests that `possibleProblems` has problems of. */
function headersOf(endpoint: AnyEndpoint): JsonSchema[] {
  const problems = possibleProblems(endpoint)
  return [
    ...(problems.includes(kitProblems['version-conflict']) ? [ifMatch] : []),
    ...(problems.includes(kitProblems['idempotency-key-busy']) ? [idempotencyKey] : []),
  ]
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The `ETag` of what is changed: it is changed only in that version.',
  schema: { type: 'string' },
}
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A call that is repeated with its key within 24 hours changes nothing more: the first response is sent.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

function isOptional(schema: z.ZodMiniType): boolean {
  return schema.safeParse(undefined).success
}

function requestBodyOf({ name, body, media }: AnyEndpoint, schemas: DescribedSchemas): JsonSchema | undefined {
  if (media?.consumes)
    return { required: true, content: { [media.consumes]: { schema: uploadSchema(media as Uploads) } } }
  if (!body) return undefined
  const schema = schemas.of(body, 'input')
  return {
    required: !isOptional(body),
    content: { 'application/json': { schema: titledSchema(schema, name, 'Body') } },
  }
}

type Uploads = NonNullable<AnyEndpoint['media']>

function uploadSchema({ consumes, requestPart }: Uploads): JsonSchema {
  if (consumes !== 'multipart/form-data') return {}
  const properties = { ...(requestPart ? { request: { type: 'object' } } : {}), file: {} }
  return {
    title: requestPart ? 'RequestAndFile' : 'OneFile',
    type: 'object',
    required: Object.keys(properties),
    properties,
  }
}

function successOf({ name, reply, media, csv }: AnyEndpoint, schemas: DescribedSchemas): JsonSchema {
  if (!reply) return media?.produces ? { description: 'The content', content: { [media.produces]: {} } } : nothing
  const schema = titledSchema(schemas.of(reply, 'output'), name, 'Reply')
  return { description: 'OK', content: { 'application/json': { schema }, ...(csv ? { 'text/csv': {} } : {}) } }
}

const nothing = { description: 'OK, without a body' }

/** A body or reply that has no name in the contracts is named after its operation. */
function titledSchema(schema: JsonSchema, operation: string, part: 'Body' | 'Reply'): JsonSchema {
  if (schema.$ref || !(schema.properties || schema.anyOf || schema.oneOf || schema.allOf)) return schema
  return { title: `${operation.charAt(0).toUpperCase()}${operation.slice(1)}${part}`, ...schema }
}

/** Guard and limits, in words. */
function documentationOf(endpoint: AnyEndpoint): string {
  const { guard } = endpoint
  const right =
    typeof guard === 'string'
      ? { anyone: 'Open to anyone.', 'signed-in': 'Any signed-in user.' }[guard]
      : `Needs ${guard.name}.`
  const shows =
    endpoint.optionalPermissions &&
    `Shows more with ${endpoint.optionalPermissions.map(({ name }) => name).join(', ')}.`
  const limit = endpoint.limit && `At most ${endpoint.limit.count} calls in ${endpoint.limit.seconds} seconds.`
  const exports = endpoint.csv && `At most ${EXPORT_LIMIT.count} exports (CSV) in ${EXPORT_LIMIT.seconds} seconds.`
  return [right, shows, limit, exports].filter(Boolean).join(' ')
}
