import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery, QueryError } from './index.ts'
import { compilePattern } from './pattern.ts'

function errorOf(query: string): string {
  try {
    parseQuery(query)
    return ''
  } catch (failure) {
    return failure instanceof QueryError ? failure.message : `${failure}`
  }
}

test.each([
  ['sum(', '1:5: parse error: unexpected end of input'],
  ['x\n  + foo(y)', '2:8: parse error: unexpected "("'],
  ['1 + irate(x[5m])', '1:5: parse error: function irate() is outside of the supported part of PromQL'],
  ['stddev(x)', '1:1: parse error: stddev is outside of the supported part of PromQL'],
  ['x @ 5', '1:1: parse error: x @ 5 is outside of the supported part of PromQL'],
  ['x[5m] + 1', '1:1: parse error: a range is only supported in a function'],
  ['rate(x)', '1:6: parse error: expected a range, for example x[5m]'],
  ['rate(x[0s])', '1:8: parse error: duration must be greater than 0'],
  ['rate(x[5m], 1)', '1:1: parse error: expected 1 argument(s) in call to "rate", got 2'],
  ['{a=~".*"}', '1:1: parse error: vector selector must contain at least one non-empty matcher'],
  ['x{a=~"("}', '1:6: parse error: a parenthesis is not closed'],
  ['x{__name__="y"}', '1:3: parse error: metric name must not be set twice'],
  ['1 > 2', '1:3: parse error: comparisons between scalars must use BOOL modifier'],
  ['x + bool y', '1:3: parse error: bool modifier can only be used on comparison operators'],
  ['x and 1', '1:3: parse error: set operator "and" not allowed in binary scalar expression'],
  ['x + on (a) group_left (a) y', '1:5: parse error: label "a" must not occur in ON and GROUP clause at once'],
  ['topk(x, y)', '1:1: parse error: expected type scalar in call to "topk", got instant vector'],
  ['sum(1)', '1:1: parse error: expected type instant vector in aggregation sum, got scalar'],
  [
    'sum(x) offset 5m',
    '1:1: parse error: offset modifier must follow an instant vector selector, a range or a subquery',
  ],
  ['', '1:1: parse error: unexpected end of input'],
])('%s is rejected with its position', (query, error) => {
  expect(errorOf(query)).toBe(error)
})

test('any text is parsed or rejected with a position', () => {
  const part = fc.constantFrom(
    ...[
      'sum',
      '(',
      ')',
      'x',
      '{',
      '}',
      'a="b"',
      ',',
      '[5m]',
      '[1h:1m]',
      ' offset ',
      '5m',
      '+',
      '-',
      '^',
      ' by ',
      ' on ',
    ],
    ...[
      '(a)',
      '1',
      '"',
      '\\',
      '\n',
      'rate',
      ' and ',
      ' bool ',
      '>',
      '@',
      'group_left',
      '#',
      ' ',
      'é',
      '\0',
      '::',
      '=~',
    ],
  )
  const query = fc.oneof(
    fc.array(part, { maxLength: 15 }).map((parts) => parts.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(query, (text) => {
      expect(errorOf(text)).toMatch(/^$|^\d+:\d+: parse error: /)
    }),
    { numRuns: 2000 },
  )
})

test('a query that is nested too deeply or too long is rejected', () => {
  expect(errorOf(`${'('.repeat(500)}x${')'.repeat(500)}`)).toContain('nested too deeply')
  expect(errorOf(`${'-'.repeat(5000)}x`)).toContain('parse error')
  expect(errorOf('x + '.repeat(5000))).toContain('longer than')
})

test('patterns match as regular expressions of JavaScript do, on whole values', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\d',
    '(a|bc)',
    '(?:ab)?',
    'a*',
    'b+?',
    'a{2}',
    'b{0,2}',
    '^',
    '$',
  )
  const pattern = fc.array(fc.oneof(atom, fc.constant('|')), { maxLength: 8 }).map((parts) => parts.join(''))
  const value = fc.array(fc.constantFrom('a', 'b', 'c', '1', '\n'), { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(pattern, value, (text, given) => {
      expect(compilePattern(text)(given)).toBe(new RegExp(`^(?:${text})$`).test(given))
    }),
    { numRuns: 2000 },
  )
})

test('a pattern that takes others exponential time is matched at once, and one that is too large is rejected', () => {
  const before = performance.now()
  expect(compilePattern('(a*)*(a*)*b')('a'.repeat(20_000))).toBe(false)
  expect(performance.now() - before).toBeLessThan(2_000)
  expect(() => compilePattern('((a{1000}){1000}){1000}')).toThrow('too large')
  expect(() => compilePattern('(a)\\1')).toThrow('not supported')
})
