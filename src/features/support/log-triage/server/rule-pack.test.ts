import Ajv from 'ajv'
import { expect, test } from 'vitest'
import { factKinds, secretKinds } from '../contract.ts'
import { linearPattern } from './assets/linear-pattern.mjs'
import pack from './assets/rule-pack.json' with { type: 'json' }
import schema from './assets/rule-pack.schema.json' with { type: 'json' }

const rules = [...pack.facts, ...pack.secrets]

test('the rule pack fits its schema, and its kinds are those of the contract', () => {
  const validate = new Ajv.default({ allErrors: true }).compile(schema)
  expect(validate(pack), JSON.stringify(validate.errors)).toBe(true)
  const ids = [...rules, ...pack.blocks, ...pack.signatures].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const { facts, secrets } = schema.properties
  expect(facts.items.properties.fact.enum).toEqual(factKinds)
  expect(schema.definitions.kind.enum).toEqual(secretKinds)
  expect(secrets.items.properties.kind.$ref).toBe('#/definitions/kind')
})

test('every pattern of the pack is linear', () => {
  for (const { id, pattern } of rules) expect(() => linearPattern(pattern), id).not.toThrow()
})

test.each([
  ['^(?:a{1,9}){1,9}$', 'repeats a group'],
  ['a+b', 'without an upper bound'],
  ['a{1,}b', 'without an upper bound'],
  ['[a-z]{1,9}a', 'the next part could continue'],
  ['(?:[a-z]{1,9}|b)x', 'the next part could continue'],
  ['(?=a)b', 'neither (?: nor named'],
  ['(?<value>a)\\1', 'something else than characters'],
  [`${'(?:a|b)'.repeat(30)}`, 'too many branches'],
  ['[a-z]{1,99999}', 'without an upper bound'],
])('a pattern that could backtrack is rejected: %s', (pattern, reason) => {
  expect(() => linearPattern(pattern)).toThrow(reason)
})

test('long lines of every character that a pattern repeats take no more than a moment', () => {
  const began = process.cpuUsage()
  for (const { pattern } of rules) {
    const expression = linearPattern(pattern)
    for (const unit of [
      'a',
      '0',
      ' ',
      'A0',
      'a=',
      '": "',
      'community ',
      'password ',
      'a.',
      '://a:',
      'eyJa',
      '-----',
      '1.1.',
    ])
      `${unit.repeat(3_200 / unit.length)}\n`.replaceAll(expression, '')
  }
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1_000).toBeLessThan(5_000)
})
