import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statusOf } from '#kit/contract/endpoint.ts'
import type { ApiDescription } from '#kit/server/describe/api-description.ts'
import { describeApi, printDescription } from '#kit/server/describe/describe-api.ts'
import { generalProblems, possibleProblems } from '#kit/server/serve/possible-problems.ts'
import { contractNames } from '#server/contract-names.ts'
import { type TestApp, testApp } from './app.ts'

type Schema = { $ref?: string; type?: unknown; properties?: object; format?: string; pattern?: string }
type Content = Record<string, { schema?: Schema }>
type Response = { $ref?: string; description?: string; content?: Content }
type Operation = {
  operationId?: string
  parameters?: { $ref?: string; name: string; schema?: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}

const LARGEST = 1024 * 1024
const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

let app: TestApp
let document: ApiDescription
let components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
let operations: { at: string; operation: Operation }[]

beforeAll(async () => {
  app = await testApp()
  document = JSON.parse(printDescription(describeApi(app.portal, await contractNames())))
  components = document.components
  operations = Object.entries(document.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, operation })),
  )
})
afterAll(() => app.close())

test('the API description is valid OpenAPI 3.1, and has no reference that leads nowhere', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document) as object as Record<string, unknown>)
  expect([errors, valid, validator.version]).toEqual([undefined, true, '3.1'])
})

test('every schema of the API description is valid JSON Schema 2020-12, and compiles', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'description', components: document.components })
  for (const name of Object.keys(components.schemas))
    expect(ajv.getSchema(`description#/components/schemas/${name}`)).toBeTypeOf('function')
  const wrong: unknown[] = []
  const different = new Map(allSchemas().map((one) => [JSON.stringify(one.schema), one]))
  for (const { at, schema } of different.values()) {
    if (!ajv.validateSchema(schema)) wrong.push([at, ajv.errorsText(ajv.errors)])
    else if (!components.schemas[at] && !('$ref' in schema))
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"description#/')))
  }
  expect(wrong).toEqual([])
  expect(different.size).toBeGreaterThan(200)
})

test('bodies and replies are named schemas, no object schema stands twice, and formats need no pattern', () => {
  const unnamed = operations.flatMap(({ at, operation: { requestBody, responses } }) =>
    [...contentsOf(requestBody), ...Object.values(responses).flatMap(contentsOf)]
      .filter(({ schema }) => schema?.properties)
      .map(() => at),
  )
  const seen = new Map<string, string>()
  const twice: unknown[] = []
  const patterned: unknown[] = []
  eachSchema(document.paths, 'paths')
  for (const [name, schema] of Object.entries(components.schemas)) eachSchema(schema, name)
  expect({ unnamed, twice, patterned }).toEqual({ unnamed: [], twice: [], patterned: [] })
  expect(components.schemas).toMatchObject({ Case: {}, NewCase: {}, Account: {}, SearchCasesReply: {}, Page: {} })

  function eachSchema(value: unknown, at: string): void {
    if (typeof value !== 'object' || value === null) return
    const { type, properties, format, pattern } = value as Schema
    if (typeof format === 'string' && typeof pattern === 'string') patterned.push([at, format])
    if (type === 'object' && typeof properties === 'object') {
      const text = JSON.stringify(value)
      // The one member of a list that holds its rows; what two contracts named differently.
      const before = at.endsWith('/_embedded') ? undefined : seen.get(text)
      if (before && !(components.schemas[at] && components.schemas[before])) twice.push([at, before])
      seen.set(text, at)
    }
    for (const [name, member] of Object.entries(value)) eachSchema(member, `${at}/${name}`)
  }
})

test('parameters of paths and those without a default are required, others are not', () => {
  const { PathId, QueryPage, QueryIssueKey } = document.components.parameters
  expect([PathId, QueryIssueKey, QueryPage]).toMatchObject([{ required: true }, { required: true }, { in: 'query' }])
  expect(QueryPage).not.toHaveProperty('required')
})

test('the stored description is at most a megabyte, one line for each operation and component', () => {
  const text = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LARGEST)
  const parts = Object.values(document.components).flatMap((one) => Object.keys(one))
  expect(text.split('\n').filter((line) => /^ {2}"/.test(line))).toHaveLength(operations.length + parts.length)
})

test('every operation declares its success status and each status of its problems, with the problem document', () => {
  for (const endpoint of app.portal.endpoints) {
    const at = `${endpoint.method} ${endpoint.url}`
    const { responses } = operations.find((one) => one.at === at)!.operation
    expect([at, Object.keys(responses)]).toEqual([at, expect.arrayContaining([String(statusOf(endpoint)), 'default'])])
    for (const { status, code } of possibleProblems(endpoint)) {
      const { description, content } = resolved(responses[status] ?? responses.default!)
      expect([at, status, description, content]).toEqual([at, status, expect.stringContaining(`\`${code}\``), problem])
    }
    const { description } = resolved(responses.default!)
    for (const { status, code } of generalProblems(endpoint)) expect(description).toContain(`${status} \`${code}\``)
  }
})

test('a problem of the product has the shape that the description declares', async () => {
  const response = await fetch(`${app.url}/api/users/me`)
  const schema = { components: document.components, ...components.schemas.Problem }
  const validate = new Ajv2020({ strict: false }).compile(schema)
  expect([response.status, validate(await response.json()), validate.errors]).toEqual([401, true, null])
})

test('downloads declare 200 with their media type, uploads their body', () => {
  const find = (at: string) => operations.find((one) => one.at === at)!.operation
  expect(find('GET /.well-known/headend-keys.pem').responses['200']).toEqual({
    description: 'The content',
    content: { 'application/x-pem-file': {} },
  })
  expect(find('POST /api/box/file/upload/{id}').requestBody!.content).toEqual({
    'multipart/form-data': { schema: { $ref: '#/components/schemas/RequestAndFile' } },
  })
  expect(components.schemas.RequestAndFile).toEqual({
    type: 'object',
    required: ['request', 'file'],
    properties: { request: { type: 'object' }, file: {} },
  })
})

/** A description beside a reference stands for that of the component. */
function resolved({ $ref, ...own }: Response): Response {
  return { ...($ref && components.responses[$ref.split('/').at(-1)!]), ...own }
}

function contentsOf(part: { content?: Content } | undefined): { schema?: Schema }[] {
  return Object.values(part?.content ?? {})
}

function allSchemas(): { at: string; schema: object }[] {
  const inOperations = operations.flatMap(({ at, operation }) => [
    ...(operation.parameters ?? []).map(({ name, schema }) => ({ at: `${at} ${name}`, schema: schema ?? {} })),
    ...inContent(`${at} body`, operation.requestBody?.content),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) => inContent(`${at} ${status}`, content)),
  ])
  const parameters = Object.entries(document.components.parameters).map(([at, { schema }]) => ({
    at,
    schema: schema as object,
  }))
  return [...inOperations, ...parameters, ...Object.entries(components.schemas).map(([at, schema]) => ({ at, schema }))]
}

function inContent(at: string, content: Content = {}): { at: string; schema: object }[] {
  return Object.entries(content).map(([type, { schema = {} }]) => ({ at: `${at} ${type}`, schema }))
}
