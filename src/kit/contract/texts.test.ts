import { afterEach, expect, test } from 'vitest'
import { setLanguage, texts } from './texts.ts'

const { text } = texts('texts-test', { hello: 'Hello {name}', hit_one: '{count} hit', hit_other: '{count} hits' })

afterEach(() => setLanguage('en'))

test('inserts values and follows the count', () => {
  expect(text('hello', { name: 'Ann <b>' })).toBe('Hello Ann <b>')
  expect([1, 2].map((count) => text('hit', { count }))).toEqual(['1 hit', '2 hits'])
})

test('a missing text shows its key with a marker', () => {
  expect(text('nothing' as 'hello')).toBe('⟦texts-test: nothing⟧')
})

test('the pseudo-language is made from the English texts, also of those that are added later', () => {
  setLanguage('pseudo')
  const { text: later } = texts('texts-test-later', { bye: 'Bye {name}' })
  expect(later('bye', { name: 'Ann' })).toBe('[ßýé Ann~~~~]')
  expect(text('hello', { name: 'Ann' })).toContain('[Ĥéļļö Ann')
})
