import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { AppContext } from '../portal.ts'
import { possibleProblems } from '../serve/possible-problems.ts'
import { type ApiDescription, type Parts, securitySchemesOf, titleOf } from './api-description.ts'
import { describeEndpoint } from './describe-endpoint.ts'
import { describeOperation } from './described-operation.ts'
import { DescribedSchemas, type JsonSchema, type SchemaNames } from './described-schemas.ts'
import { shareParameters, shareResponses, shareSchemas } from './share-parts.ts'

/**
 * Describes all endpoints and operations; the schemas of the contracts are called by `names`. It takes a second or two,
 * so it is done by `npm run openapi`, and a running portal sends what that wrote.
 */
export function describeApi(
  { endpoints, operations, config }: Pick<AppContext, 'endpoints' | 'operations' | 'config'>,
  names: SchemaNames,
): ApiDescription {
  const schemaSet = new DescribedSchemas(names)
  const pathParts: Record<string, Parts> = {}
  for (const endpoint of endpoints) add(pathParts, endpoint, describeEndpoint(endpoint, schemaSet))
  for (const operation of operations) add(pathParts, operation, describeOperation(operation))
  const { schemas, placed: placeRefs } = schemaSet.components()
  const paths = placeRefs(pathParts) as ApiDescription['paths']
  schemas.Problem = problemSchema
  schemas.ProblemCode = problemCodes(endpoints)
  shareSchemas(paths, schemas)
  const all = Object.values(paths).flatMap((methods) => Object.values(methods))
  const sharedParts = { responses: shareResponses(all), parameters: shareParameters(all) }
  return {
    openapi: '3.1.0',
    info: {
      title: titleOf(config),
      version: '1',
      description:
        'All operations of the portal. Lists are HAL, errors are RFC 9457 problem documents. Times of requests and responses are in UTC, with `Z`, unless a field says otherwise.',
    },
    security: [{ session: [] }, { token: [] }, { basic: [] }],
    paths,
    components: {
      schemas: sortParts(schemas),
      responses: sortParts(sharedParts.responses),
      parameters: sortParts(sharedParts.parameters),
      headers,
      securitySchemes: securitySchemesOf(config),
    },
  }
}

function add(paths: Record<string, Parts>, { url, method }: { url: string; method: string }, operation: JsonSchema) {
  paths[url] = { ...paths[url], [method.toLowerCase()]: operation }
}

/**
 * The text of a description: each operation and each component in a line of its own, so that a change of one is a
 * changed line, in a tenth of the bytes and lines that one member a line takes.
 */
export function printDescription({ paths, components, ...head }: ApiDescription): string {
  const members = [
    ...Object.entries(head).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    `"paths": ${eachInLine(paths, 1, (methods) => eachInLine(methods, 2, JSON.stringify))}`,
    `"components": ${eachInLine(components, 1, (parts) => eachInLine(parts, 2, JSON.stringify))}`,
  ]
  return `{\n${members.join(',\n')}\n}\n`
}

function eachInLine<T>(parts: Readonly<Record<string, T>>, depth: number, print: (part: T) => string): string {
  const indent = ' '.repeat(depth)
  const lines = Object.entries(parts).map(([name, part]) => `${indent}${JSON.stringify(name)}: ${print(part)}`)
  return `{\n${lines.join(',\n')}\n${' '.repeat(depth - 1)}}`
}

function sortParts(parts: Parts): Parts {
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const text = { type: 'string' }

/** Every code with its text; `{name}` is replaced from the details of the problem. */
function problemCodes(endpoints: AppContext['endpoints']): JsonSchema {
  const texts = new Map<string, Set<string>>()
  for (const { code, text } of [...Object.values(kitProblems), ...endpoints.flatMap(possibleProblems)])
    texts.set(code, (texts.get(code) ?? new Set()).add(text))
  return {
    description: 'Codes do not change; a later version adds others.',
    oneOf: [...texts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, words]) => ({ const: code, description: [...words].join(' / ') })),
  }
}

/** Headers of responses that several of them have. */
const headers = {
  RetryAfter: { description: 'Seconds after which the call may be repeated.', schema: { type: 'integer' } },
}

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
    code: { $ref: '#/components/schemas/ProblemCode' },
    fields: {
      type: 'array',
      items: {
        title: 'FieldProblem',
        type: 'object',
        required: ['path', 'message'],
        properties: { path: text, message: text },
      },
    },
    decision: { ...text, description: 'Of a 403: the id of the access decision.' },
    requestId: text,
  },
}
