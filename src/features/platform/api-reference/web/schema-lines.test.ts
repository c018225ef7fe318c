import { expect, test } from 'vitest'
import openapi from '../../../../../openapi.json' with { type: 'json' }
import { matching, operationsOf } from './api-description.ts'
import { exampleOf, schemaLines } from './schema-lines.ts'

const operations = operationsOf(openapi)

test('every operation of the description is in the reference, with its permission and its problems', () => {
  const written = Object.values(openapi.paths).flatMap((methods) => Object.keys(methods))
  expect(operations).toHaveLength(written.length)
  const create = operations.find(({ id }) => id === 'createCase')!
  expect(create).toMatchObject({ method: 'POST', tag: 'Cases', needs: expect.stringMatching(/^Needs case:create\./) })
  expect(create.errors).toContainEqual({
    status: '409',
    code: 'deployment-missing',
    words: expect.stringContaining('no deployment yet'),
  })
  expect(create.errors.map(({ code }) => code)).not.toContain('sign-in-required')
  expect(schemaLines(create.body!.schema).map(({ name }) => name)).toContain('subject')
})

test('the example of a body has every required property, and no forbidden one', () => {
  const create = operations.find(({ id }) => id === 'createCase')!
  expect(exampleOf(create.body!.schema)).toEqual({ subject: 'text', description: 'text', priority: 'LOW' })
})

test('a list shows the properties of its items below its own', () => {
  const list = operations.find(({ id }) => id === 'searchCases')!
  const lines = schemaLines(list.reply.schema!)
  expect(lines.find(({ path }) => path === '/_embedded/issues/key')).toMatchObject({ depth: 2, required: true })
})

test('no reference of the description is left in what is shown', () => {
  expect(JSON.stringify(operations)).not.toContain('$ref')
  const priority = schemaLines(operations.find(({ id }) => id === 'readCase')!.reply.schema!)
  expect(priority.find(({ path }) => path === '/priority')!.schema.enum).toContain('CRITICAL')
})

test('endpoints are found by any of their words', () => {
  expect(matching(operations, 'post file case').map(({ id }) => id)).toContain('createCase')
  expect(matching(operations, 'no-such-call')).toEqual([])
})
