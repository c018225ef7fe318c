import type { FastifyInstance } from 'fastify'
import { type AnyEndpoint, statusOf } from '#kit/contract/endpoint.ts'
import type { PortalConfig } from '../portal.ts'
import { mapInSlices } from '../slices.ts'
import { type DescribedOperation, withOperations } from './described-operation.ts'
import { resolveSchemas } from './lazy-schema.ts'
import { possibleProblems } from './possible-problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration that the route serves; routes for external systems have none. */
    endpoint?: AnyEndpoint
  }
  interface FastifyInstance {
    /** The OpenAPI document as JSON. */
    apiDescription(): Promise<string>
  }
}

type JsonSchema = Record<string, unknown>
type Route = { readonly config?: { readonly endpoint?: AnyEndpoint } }

const problemBody = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

/** What every operation of the OpenAPI document shares. */
export function apiDescription({ portalName, cookiePrefix }: PortalConfig) {
  return {
    openapi: '3.1.0',
    info: {
      title: `${portalName} API`,
      version: '1',
      description: 'All operations of the portal. Lists are HAL, errors are RFC 9457 problem documents.',
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey' as const, in: 'cookie' as const, name: `${cookiePrefix}cosp_access_token` },
        token: { type: 'http' as const, scheme: 'bearer' as const },
        basic: { type: 'http' as const, scheme: 'basic' as const },
      },
    },
    security: [{ session: [] }, { token: [] }, { basic: [] }],
  }
}

/**
 * Makes `apiDescription`: at its first call the schemas of all routes are made in slices, which is most of the work, and
 * the document is written once. Call it before the first route.
 */
export function describeInSlices(http: FastifyInstance): void {
  const schemas: JsonSchema[] = []
  http.addHook('onRoute', ({ schema }) => {
    if (schema) schemas.push(schema as JsonSchema)
  })
  let made: Promise<string> | undefined
  http.decorate('apiDescription', () => {
    made ??= mapInSlices(schemas, resolveSchemas).then(() => JSON.stringify(http.swagger()))
    return made
  })
}

/** The schemas of a route as its operation declares them, with the bodies that are not JSON. */
export function describeRoute<T>({ schema, url, route }: { schema: T; url: string; route: Route }): {
  schema: T
  url: string
} {
  const made = schema && resolveSchemas(schema as JsonSchema)
  const { endpoint } = route.config ?? {}
  const { consumes, produces } = endpoint?.media ?? {}
  if (made && consumes) made.body = contentOf(consumes, uploadSchema(endpoint!.media!))
  if (made && endpoint && produces && !endpoint.reply) made.response = { [statusOf(endpoint)]: contentOf(produces) }
  return { schema: made as T, url }
}

function contentOf(type: string, schema: JsonSchema = {}): JsonSchema {
  return { description: 'The content', content: { [type]: { schema } } }
}

function uploadSchema({ consumes, requestPart }: NonNullable<AnyEndpoint['media']>): JsonSchema {
  if (consumes !== 'multipart/form-data') return {}
  const properties = { ...(requestPart ? { request: { type: 'object' } } : {}), file: {} }
  return { type: 'object', required: Object.keys(properties), properties }
}

/**
 * The document with JSON Schema of dialect 2020-12 (requests are validated with draft-07), and with the problems of
 * each operation. `endpoints` are all that are served, `operations` those that are described beside them.
 */
export function completeDescription<T extends object>(
  document: T,
  endpoints: readonly AnyEndpoint[],
  operations: readonly DescribedOperation[],
): T {
  const { components, paths } = inDialect2020(document) as {
    components: { schemas: JsonSchema }
    paths: Record<string, Record<string, { responses: JsonSchema }>>
  }
  for (const endpoint of endpoints) {
    const operation = paths[endpoint.url]?.[endpoint.method.toLowerCase()]
    if (operation) Object.assign(operation.responses, problemResponses(endpoint))
  }
  return {
    ...document,
    components: { ...components, schemas: { ...components.schemas, Problem: problemSchema } },
    paths: withOperations(paths, operations),
  }
}

/** One response a status; its description names the codes. */
function problemResponses(endpoint: AnyEndpoint): JsonSchema {
  const codes = new Map<number, Set<string>>()
  for (const { status, code } of possibleProblems(endpoint))
    codes.set(status, (codes.get(status) ?? new Set()).add(code))
  return Object.fromEntries(
    [...codes].map(([status, names]) => [status, { description: [...names].join(', '), content: problemBody }]),
  )
}

/** A tuple is an array of `items` in draft-07, and `prefixItems` in 2020-12. */
function inDialect2020(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inDialect2020)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isTuple = Array.isArray((value as JsonSchema).items)
  return Object.fromEntries(
    entries.map(([name, member]) => [isTuple ? (tupleNames[name] ?? name) : name, inDialect2020(member)]),
  )
}

const tupleNames: Readonly<Record<string, string>> = { items: 'prefixItems', additionalItems: 'items' }

const text = { type: 'string' }

/** `ProblemDocument` of the contract. */
const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'instance', 'error', 'code', 'requestId'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: { ...text, description: 'What is wrong, for the user.' },
    instance: text,
    error: { ...text, description: 'The same as detail.' },
    code: { ...text, description: 'Stable, kebab-case.' },
    fields: {
      type: 'array',
      items: { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } },
    },
    decision: { ...text, description: 'Of a 403: the id of the access decision.' },
    requestId: text,
  },
}
