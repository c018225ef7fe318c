import fc from 'fast-check'
import { expect, test } from 'vitest'
import { domainOf, entriesFor, matchesDomain, normaliseDomain } from './contract.ts'

test('a domain is stored as lower-case ASCII, however it was typed', () => {
  for (const [typed, kept] of [
    ['Example.COM', 'example.com'],
    [' @example.com. ', 'example.com'],
    ['Größe.example', 'xn--gre-6ka8i.example'],
    ['XN--GRE-6KA8I.example', 'xn--gre-6ka8i.example'],
    ['*.example.com', '*.example.com'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ])
    expect([typed, normaliseDomain(typed!)]).toEqual([typed, kept])
})

test('an invalid domain is detected', () => {
  for (const typed of [
    '',
    'com',
    '*',
    '*.',
    'a b.example',
    'http://a.example',
    'a.example/x',
    'a.example:80',
    '127.0.0.1',
    '0x7f.1',
    '-a.example',
    'a..example',
    'a.*.example',
    `${'a'.repeat(64)}.example`,
    'a@b.example',
    'a_b.example',
    '\0.example',
    '[::1]',
  ])
    expect([typed, normaliseDomain(typed)]).toEqual([typed, null])
})

test('a wildcard matches subdomains, not the domain itself; similar domains do not match', () => {
  expect(matchesDomain('*.example.com', 'mail.example.com')).toBe(true)
  expect(matchesDomain('*.example.com', 'a.b.example.com')).toBe(true)
  expect(matchesDomain('*.example.com', 'example.com')).toBe(false)
  expect(matchesDomain('*.example.com', 'badexample.com')).toBe(false)
  expect(matchesDomain('example.com', 'mail.example.com')).toBe(false)
  expect(domainOf('somebody@Mail.Example.com')).toBe('mail.example.com')
  expect(domainOf('nobody')).toBeNull()
})

test('the entries searched are exactly those that match', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/)
  const domain = fc.array(label, { minLength: 2, maxLength: 5 }).map((labels) => labels.join('.'))
  fc.assert(
    fc.property(domain, domain, fc.boolean(), (one, other, wild) => {
      for (const entry of [wild ? `*.${other}` : other, wild ? `*.${one.split('.').slice(1).join('.')}` : one])
        expect([entry, entriesFor(one).includes(entry)]).toEqual([entry, matchesDomain(entry, one)])
    }),
  )
})
