import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statusOf } from '#kit/contract/endpoint.ts'
import { possibleProblems } from '#kit/server/serve/possible-problems.ts'
import { type TestApp, testApp } from './app.ts'

type Content = Record<string, { schema?: object }>
type Operation = {
  operationId?: string
  parameters?: { name: string; schema?: object }[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content }>
}

let app: TestApp
let components: { schemas: Record<string, object> }
let operations: { at: string; operation: Operation }[]

beforeAll(async () => {
  app = await testApp()
  const document = JSON.parse(JSON.stringify(app.portal.http.swagger()))
  components = document.components
  operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, operation })),
  )
})
afterAll(() => app.close())

test('every schema of the API description is valid JSON Schema 2020-12, and compiles', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const wrong: unknown[] = []
  const different = new Map(allSchemas().map((one) => [JSON.stringify(one.schema), one]))
  for (const { at, schema } of different.values()) {
    if (!ajv.validateSchema(schema)) wrong.push([at, ajv.errorsText(ajv.errors)])
    else ajv.compile({ components, ...schema })
  }
  expect(wrong).toEqual([])
  expect(different.size).toBeGreaterThan(200)
})

test('every operation declares its success status and each status of its problems, with the problem document', () => {
  for (const endpoint of app.portal.endpoints) {
    const at = `${endpoint.method} ${endpoint.url}`
    const { responses } = operations.find((one) => one.at === at)!.operation
    expect([at, Object.keys(responses)]).toEqual([at, expect.arrayContaining([String(statusOf(endpoint))])])
    for (const { status, code } of possibleProblems(endpoint)) {
      const { description, content } = responses[status] ?? {}
      expect([at, status, description, content]).toEqual([
        at,
        status,
        expect.stringContaining(code),
        { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      ])
    }
  }
})

test('a problem of the product has the shape that the description declares', async () => {
  const response = await fetch(`${app.url}/api/users/me`)
  const validate = new Ajv2020({ strict: false }).compile(components.schemas.Problem!)
  expect([response.status, validate(await response.json()), validate.errors]).toEqual([401, true, null])
})

test('downloads declare 200 with their media type, uploads their body', () => {
  const find = (at: string) => operations.find((one) => one.at === at)!.operation
  expect(find('GET /.well-known/headend-keys.pem').responses['200']).toEqual({
    description: 'The content',
    content: { 'application/x-pem-file': { schema: {} } },
  })
  expect(find('POST /api/box/file/upload/{id}').requestBody!.content).toEqual({
    'multipart/form-data': {
      schema: { type: 'object', required: ['request', 'file'], properties: { request: { type: 'object' }, file: {} } },
    },
  })
})

function allSchemas(): { at: string; schema: object }[] {
  const inOperations = operations.flatMap(({ at, operation }) => [
    ...(operation.parameters ?? []).map(({ name, schema }) => ({ at: `${at} ${name}`, schema: schema ?? {} })),
    ...inContent(`${at} body`, operation.requestBody?.content),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) => inContent(`${at} ${status}`, content)),
  ])
  return [...inOperations, ...Object.entries(components.schemas).map(([at, schema]) => ({ at, schema }))]
}

function inContent(at: string, content: Content = {}): { at: string; schema: object }[] {
  return Object.entries(content).map(([type, { schema = {} }]) => ({ at: `${at} ${type}`, schema }))
}
