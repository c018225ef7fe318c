import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leavingAddress, leavingPath } from './leaving-address.ts'
import { readableHost } from './readable-host.ts'

const direct = { own: 'portal.example:8080', trusted: ['wiki.vendor.example', 'git.vendor.example:8443'] }

test('a link to any other host goes over the leaving page, which gets the whole address', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
      const over = leavingAddress(address, direct)
      const requested = new URL(over ?? '', 'https://portal.example')
      expect([requested.origin, requested.pathname]).toEqual(['https://portal.example', leavingPath()])
      expect([...requested.searchParams]).toEqual([['to', new URL(address).href]])
    }),
  )
})

test.each([
  'https://portal.example.evil.example/',
  'https://portal.example/',
  'https://portal.example:8443/',
  'https://portal.example:8080@evil.example/',
  'https://wiki.vendor.example.evil.example/',
  'https://sub.wiki.vendor.example/',
  'https://wiki.vendor.example:444/',
  'https://git.vendor.example/',
  'HTTPS://EVIL.example/%0d%0aLocation:x',
])('%s is another host', (address) => {
  expect(leavingAddress(address, direct)).toBe(leavingPath({ to: new URL(address).href }))
})

test.each([
  'https://portal.example:8080/support?q=1',
  'https://wiki.vendor.example/page',
  'HTTPS://WIKI.vendor.example:443/page',
  'https://git.vendor.example:8443/',
  'mailto:noc@evil.example',
  '/support',
  '#note',
  'javascript:alert(1)',
  'https:evil',
  'https://',
  '',
])('%s stays unchanged', (address) => {
  expect(leavingAddress(address, direct)).toBe(null)
})

test('a Punycode host of an address is shown as it was written', () => {
  const label = fc.string({
    unit: fc.constantFrom(...'aznü1жωé中文日本語ñ한글𠀀'),
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
      const written = `a.${labels.join('.')}.example`
      fc.pre(URL.canParse(`http://${written}`))
      expect(readableHost(new URL(`http://${written}`).hostname)).toBe(written)
    }),
  )
})

test.each(['example.com', 'xn--', 'xn--a-b-', 'xn--99999999', 'xn--ü', 'xn--zzzzzzzzzzzzzzzzzzzzz', '127.0.0.1'])(
  '%s is no Punycode and stays unchanged',
  (host) => {
    expect(readableHost(host)).toBe(host)
  },
)
