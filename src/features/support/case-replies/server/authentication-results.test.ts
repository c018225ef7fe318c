import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAuthentication } from './authentication-results.ts'

const from = 'uma@desk.example'
const read = (...headers: string[]) => readAuthentication(headers, 'relay.desk.example', from)
const confirmed = (results: string, sender = from) =>
  readAuthentication([`relay.desk.example; ${results}`], 'relay.desk.example', sender).confirmed

test.each([
  'dkim=pass header.d=desk.example',
  'DKIM = pass (2048-bit key; secure (TLS)) header.i=@desk.example header.b=aGVsbG8=',
  'dkim/1=pass reason="good; signature" header.d="desk.example"',
  'spf=pass (relay: domain of x (see y; z) designates 192.0.2.1) smtp.mailfrom=uma@desk.example',
  'spf=pass smtp.mailfrom="uma \\"of; noc\\""@desk.example',
  'dkim=fail header.d=desk.example; dkim=pass header.d=DESK.example',
  // One organization, in both directions.
  'dkim=pass header.d=mail.desk.example',
  'spf=pass smtp.mailfrom=bounce.mail.desk.example; dmarc=pass action=none header.from=desk.example;',
])('confirms: %s', (results) => expect(confirmed(results)).toBe(true))

test.each([
  'spf=pass smtp.mailfrom="desk.example"@evil.example',
  'spf=pass smtp.mailfrom="uma@desk.example"@evil.example',
  'spf=pass smtp.mailfrom="\\"@desk.example"@evil.example',
  'dkim=pass header.i="@desk.example"@evil.example header.d=evil.example',
  'dkim=fail header.d=desk.example reason="x; dkim=pass header.d=desk.example"',
  'dkim=fail (; dkim=pass header.d=desk.example ;) header.d=desk.example',
  'dkim=fail (say " ; dkim=pass header.d=desk.example ;") header.d=desk.example',
  'dkim=pass header.d=evil.example header.d=desk.example',
  'spf=pass smtp.mailfrom=uma@desk.example @evil.example',
  'dkim=pass header.d=desk.example (never ends',
  'dkim=pass header.s="never ends header.d=desk.example',
  'dkim=pass header.d=evil%2edesk.example',
  'dkim=pass header.d=notdesk.example',
  'dkim=pass header.d=example',
  'dkim=pass header.s=desk.example',
  'none',
  '',
])('does not confirm: %s', (results) => expect(confirmed(results)).toBe(false))

test('where others register domains below a suffix, only the same domain confirms', () => {
  expect(confirmed('dkim=pass header.d=co.uk', 'uma@cable.co.uk')).toBe(false)
  expect(confirmed('dkim=pass header.d=other.github.io', 'uma@cable.github.io')).toBe(false)
  expect(confirmed('dkim=pass header.d=noc.cable.co.uk', 'uma@cable.co.uk')).toBe(true)
  expect(confirmed('dkim=pass header.d=xn--bcher-kva.example', 'uma@Bücher.example')).toBe(true)
})

test('the first results of the relay count, whatever others wrote', () => {
  const [good, bad] = ['dkim=pass header.d=desk.example', 'dkim=fail header.d=desk.example']
  expect(read(`other.example; ${good}`, `"Relay.desk.example" 1; ${good}`).confirmed).toBe(true)
  expect(read(`relay.desk.example; ${bad}`, `relay.desk.example; ${good}`)).toEqual({
    dkim: 'fail',
    spf: null,
    confirmed: false,
  })
  expect(read('relay.desk.example; dkim=fail (never ends', `relay.desk.example; ${good}`).confirmed).toBe(false)
  expect(read(`(relay.desk.example;) other.example; ${good}`).confirmed).toBe(false)
})

test('no local part that another domain sends from makes that domain the sender’s', () => {
  const quoted = fc.string({ unit: fc.constantFrom(...'@;()="\\., desk.example<>x'), maxLength: 40 })
  fc.assert(
    fc.property(quoted, fc.string({ maxLength: 20 }), (local, comment) => {
      const address = `"${local.replaceAll(/["\\]/g, '\\$&')}"@evil.example`
      const said = comment.replaceAll(/[()\\]/g, '\\$&')
      expect(confirmed(`spf=pass (${said}) smtp.mailfrom=${address}; dkim=none`)).toBe(false)
      expect(confirmed(`spf=pass (${said}) smtp.mailfrom=${address.replace('evil', 'desk')}`)).toBe(true)
    }),
  )
})
