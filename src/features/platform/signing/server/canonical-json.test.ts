import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Canonical, canonicalJson } from './canonical-json.ts'

const values = fc.letrec<{ value: Canonical }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 5 }),
  ),
})).value

test('canonical JSON has the same content, and the same bytes when it is read and written again', () => {
  fc.assert(
    fc.property(values, (value) => {
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(JSON.parse(text))).toBe(text)
    }),
  )
})

test('the order in which members were set makes no difference', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.maxSafeInteger()), (one) => {
      const other = Object.fromEntries(Object.entries(one).reverse())
      expect(canonicalJson(other)).toBe(canonicalJson(one))
    }),
  )
})

test('values with more than one representation are rejected', () => {
  expect(() => canonicalJson(0.1)).toThrow()
  expect(() => canonicalJson(2 ** 60)).toThrow()
  expect(() => canonicalJson(['\ud800'])).toThrow()
})
