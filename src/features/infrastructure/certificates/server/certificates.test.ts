import { webcrypto, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadX509, type X509 } from '#kit/server/x509.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let x509: X509
let central: TestUser
let manager: TestUser
let nordic: MadeAccount
const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const RSA = (modulusLength: number) => ({
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength,
  publicExponent: new Uint8Array([1, 0, 1]),
})

beforeAll(async () => {
  app = await testApp()
  x509 = await loadX509()
  central = await userWith(app, 'CENTRAL')
  nordic = await makeAccount(app, 'nordic')
  await makeAccount(app, 'zuider')
  manager = await userWith(app, 'MANAGER', nordic)
  await app.portal.pool.query(
    `insert into domain_verifications (account_id, domain, token, state) values ($1, 'nordic.example', 't', 'PROVEN'), ($1, 'lost.example', 't', 'LOST')`,
    [nordic.id],
  )
})
afterAll(() => app.close())

async function call(method: string, path: string, body?: object, as = central) {
  const response = await fetch(`${app.url}/api/certificates${path}`, {
    method,
    headers: { ...as.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: await response.json() }
}
const bytes = async (path: string) => {
  const response = await fetch(`${app.url}/api/certificates/${path}`)
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}

type Name = { type: 'dns' | 'email' | 'ip' | 'url'; value: string }
type Wanted = {
  subject?: ConstructorParameters<X509['Name']>[0]
  names?: (string | Name)[]
  algorithm?: object
  isCa?: boolean
  usage?: boolean
}

/** A request in PEM for these names; a text is a DNS name. */
async function csr({
  subject = 'CN=cmts.nordic.example, O=Nordic',
  names = ['cmts.nordic.example'],
  algorithm = P256,
  isCa,
  usage,
}: Wanted = {}) {
  const keys = (await webcrypto.subtle.generateKey(algorithm as never, true, ['sign', 'verify'])) as CryptoKeyPair
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: new x509.Name(subject),
    keys,
    signingAlgorithm: algorithm as never,
    extensions: [
      ...(names.length > 0
        ? [
            new x509.SubjectAlternativeNameExtension(
              names.map((name) => (typeof name === 'string' ? { type: 'dns' as const, value: name } : name)),
            ),
          ]
        : []),
      ...(isCa ? [new x509.BasicConstraintsExtension(true)] : []),
      ...(usage
        ? [new x509.Extension('1.3.6.1.5.5.7.1.24', false, new Uint8Array([0x30, 0x03, 0x02, 0x01, 0x05]))]
        : []),
    ],
  })
  return request.toString('pem')
}
const sign = async (wanted: Wanted = {}, more: object = {}, as = central, account = 'nordic') =>
  call('POST', `?account=${account}`, { name: 'CMTS', lifetimeYears: 2, csr: await csr(wanted), ...more }, as)

test('a signed certificate verifies against the downloaded chain, has the profile, and ends in time', async () => {
  const began = Date.now()
  const { status, body } = await sign({ names: ['cmts.nordic.example', '*.lab.nordic.example'] }, { profile: 'BOTH' })
  const ended = Date.now()
  expect([status, body]).toMatchObject([
    201,
    {
      account: 'nordic',
      name: 'CMTS',
      state: 'VALID',
      key: 'P-256',
      profile: 'BOTH',
      names: ['dns:cmts.nordic.example', 'dns:*.lab.nordic.example'],
      revoked: null,
    },
  ])
  // Two calendar years from now, to the second; the days that are left are whole ones.
  const end = new Date(body.notAfter).getTime()
  expect(end).toBeGreaterThanOrEqual(new Date(began).setUTCFullYear(new Date(began).getUTCFullYear() + 2) - 1_000)
  expect(end).toBeLessThanOrEqual(new Date(ended).setUTCFullYear(new Date(ended).getUTCFullYear() + 2) + 1_000)
  const daysFrom = (time: number) => Math.floor((end - time) / 86_400_000)
  expect([daysFrom(ended), daysFrom(began)]).toContain(body.daysLeft)
  const chain = await bytes('ca')
  expect(chain.type).toBe('application/x-pem-file')
  const [issuing, root] = String(chain.bytes)
    .match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g)!
    .map((pem) => new X509Certificate(pem))
  const leaf = new X509Certificate(body.pem)
  expect([leaf.verify(issuing!.publicKey), issuing!.verify(root!.publicKey), root!.verify(root!.publicKey)]).toEqual([
    true,
    true,
    true,
  ])
  expect([leaf.checkIssued(issuing!), leaf.ca, issuing!.ca, leaf.serialNumber.toLowerCase()]).toEqual([
    true,
    false,
    true,
    body.serialNumber,
  ])
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'])
  expect(leaf.checkHost('cmts.nordic.example')).toBe('cmts.nordic.example')
  const longest = await sign({ algorithm: RSA(2048) }, { lifetimeYears: 10 })
  expect([longest.status, longest.body.key]).toEqual([201, 'RSA 2048'])
  expect(new Date(longest.body.notAfter).getTime()).toBeLessThan(new Date(issuing!.validTo).getTime())
  expect((await sign({}, { lifetimeYears: 11 })).status).toBe(400)
  const { rows } = await app.portal.pool.query(`select count(*)::int as count from certificate_authorities`)
  expect(rows[0].count).toBe(2)
})

test('the end is never after that of the issuing authority', async () => {
  const { expiryOf } = await import('./issue.ts')
  const { readAuthorities } = await import('./authorities.ts')
  const { encryptorFor } = await import('#kit/server/encryption.ts')
  const authorities = await readAuthorities(app.portal.db, encryptorFor(app.portal.config))
  const last = new x509.X509Certificate(authorities.issuing).notAfter
  expect(await expiryOf(authorities, 30)).toEqual(last)
})

describe('requests that are not signed', () => {
  test.each<[string, Wanted, string]>([
    ['asks for a CA', { isCa: true }, 'CA certificate'],
    ['has a small RSA key', { algorithm: RSA(1024) }, 'RSA 1024'],
    ['has an Ed25519 key', { algorithm: { name: 'Ed25519' } }, 'ed25519'],
    ['has a P-521 key', { algorithm: { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-256' } }, 'secp521r1'],
    ['has no name', { subject: 'O=Nordic', names: [] }, 'no name'],
  ])('one that %s', async (_, wanted, words) => {
    const { status, body } = await sign(wanted)
    expect([status, body.fields[0].path]).toEqual([400, 'csr'])
    expect(body.fields[0].message).toContain(words)
  })

  test('text that is no request is explained with its line', async () => {
    const good = (await csr()).trimEnd().split('\n')
    const flawOf = async (text: string) =>
      (await call('POST', '/check?account=nordic', { csr: text, lifetimeYears: 1 })).body.flaw
    expect(await flawOf('hello')).toMatchObject({ line: 1 })
    expect(await flawOf(good.with(2, 'not ! base64').join('\n'))).toMatchObject({
      line: 3,
      message: expect.stringContaining('base64'),
    })
    expect(await flawOf(good.slice(0, -1).join('\n'))).toMatchObject({ line: good.length - 1 })
    expect(await flawOf(good.toSpliced(2, 1).join('\n'))).toMatchObject({
      message: expect.stringContaining('cannot be read'),
    })
    const changed = good.with(
      -2,
      good.at(-2)!.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')),
    )
    expect((await flawOf(changed.join('\n'))).message).toMatch(/not signed with its own key|cannot be read/)
    expect(await flawOf(good.join('\r\n'))).toBeNull()
  })
})

test('a check shows what is asked for, what would be signed and what is left out', async () => {
  const { body } = await call('POST', '/check?account=nordic', { csr: await csr({ usage: true }), lifetimeYears: 1 })
  expect(body).toMatchObject({
    flaw: null,
    asked: { names: ['dns:cmts.nordic.example'], key: 'P-256' },
    issued: { names: ['dns:cmts.nordic.example'], extensions: expect.arrayContaining(['extendedKeyUsage']) },
    leftOut: ['1.3.6.1.5.5.7.1.24'],
  })
  expect((await call('GET', '?account=nordic')).body.page.totalElements).toBe(2)
})

test('a manager signs for names in verified domains of the own account only', async () => {
  expect((await sign({}, {}, manager)).status).toBe(201)
  for (const names of [['cmts.zuider.example'], ['a.lost.example'], ['evilnordic.example']]) {
    const { status, body } = await sign({ subject: 'O=Nordic', names }, {}, manager)
    expect([status, body.fields[0].path]).toEqual([400, 'csr'])
    expect(body.fields[0].message).toContain('Verified domains: nordic.example')
  }
  const hidden = await sign({ subject: 'CN=cmts.zuider.example' }, {}, manager)
  expect(hidden.status).toBe(400)
  expect((await sign({}, {}, manager, 'zuider')).body.code).toBe('account-not-found')
  expect((await call('GET', '?account=zuider', undefined, manager)).body.code).toBe('account-not-found')
})

describe('a certificate of a customer names the customer alone', () => {
  const errorOf = async (wanted: Wanted) => {
    const pem = await csr(wanted)
    const checked = await call('POST', '/check?account=nordic', { csr: pem, lifetimeYears: 1 }, manager)
    const order = { name: 'Rejected', lifetimeYears: 1, csr: pem }
    const { status, body } = await call('POST', '?account=nordic', order, manager)
    expect([status, body.fields?.[0].message]).toEqual([400, checked.body.flaw?.message])
    return body.fields[0].message
  }
  const own = 'cmts.nordic.example'

  test.each<[string, Wanted]>([
    ['a second common name of another company', { subject: [{ CN: [own] }, { CN: ['www.zuider.example'] }] }],
    ['two common names in one part of the subject', { subject: [{ CN: [own, 'www.zuider.example'] }] }],
    ['a common name in another encoding', { subject: [{ CN: [{ bmpString: 'www.zuider.example' }] }] }],
    ['a common name given by its number', { subject: [{ '2.5.4.3': ['www.zuider.example'] }] }],
    ['the common name of a person', { subject: 'CN=admin' }],
    ['a common name that only begins with an own one', { subject: 'CN=cmts.nordic.example evil.example' }],
    [
      'an address of an own domain in the user part',
      { names: [{ type: 'email', value: 'a@nordic.example@evil.example' }] },
    ],
    ['an address of another domain', { names: [own, { type: 'email', value: 'noc@zuider.example' }] }],
    ['a URL with an own host as its user', { names: [{ type: 'url', value: 'https://nordic.example@evil.example/' }] }],
    ['an IP address', { names: [own, { type: 'ip', value: '192.0.2.7' }] }],
    ['a zero byte before an own domain', { names: ['www.evil.example\0.nordic.example'] }],
  ])('%s is rejected', async (_, wanted) => {
    expect(await errorOf({ subject: [{ CN: [own] }], ...wanted })).toMatch(/not in a verified domain|is not an? /)
  })

  test.each(['Harmonic', 'HARMONIC, Inc.', 'Ｈarmonic'])('the organisation %s is rejected', async (organisation) => {
    const subject = [{ CN: [own] }, { O: ['Nordic'] }, { O: [organisation] }]
    expect(await errorOf({ subject })).toBe(
      `The organisation ${organisation} is not the account. Leave it out, or write nordic.`,
    )
  })

  test('the subject is made of an own common name and the name of the account; the check shows it', async () => {
    const subject = 'E=ceo@zuider.example, OU=Harmonic, L=Oslo, O=Internet Widgits, CN=CMTS.nordic.example'
    const wanted = { subject, names: [own, { type: 'email', value: 'noc@nordic.example' }] } satisfies Wanted
    const { status, body } = await sign(wanted, {}, manager)
    expect([status, body.subject]).toEqual([201, 'CN=CMTS.nordic.example, O=nordic'])
    expect(new X509Certificate(body.pem).subject).toBe('CN=CMTS.nordic.example\nO=nordic')
    const pem = { csr: await csr(wanted), lifetimeYears: 1 }
    const { asked, issued } = (await call('POST', '/check?account=nordic', pem, manager)).body
    expect([asked.subject, issued.subject]).toEqual([subject, 'CN=CMTS.nordic.example, O=nordic'])
    expect((await sign({ subject }, {}, central)).body.subject).toBe(subject)
  })
})

describe('names are read by the syntax of their type, also those of staff', () => {
  test.each([
    ['*.com', 'covers domains of others'],
    ['*.co.uk', 'covers domains of others'],
    ['*.*.nordic.example', 'not a host name'],
    ['cmts.*.nordic.example', 'not a host name'],
    ['nordic example', 'not a host name'],
    ['nordic..example', 'not a host name'],
    ['-cmts.nordic.example', 'not a host name'],
    ['cmts_1.nordic.example', 'not a host name'],
    ['cmts.nordic.example:443', 'Leave out the port: cmts.nordic.example.'],
    [`${'a'.repeat(64)}.nordic.example`, 'not a host name'],
  ])('%s is not signed', async (name, words) => {
    const { status, body } = await sign({ subject: 'O=Nordic', names: [name] })
    expect([status, body.fields?.[0].message]).toEqual([400, expect.stringContaining(words)])
  })

  test('a pasted private key is named', async () => {
    const text = `-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----\n${await csr()}`
    const { body } = await call('POST', '/check?account=nordic', { csr: text, lifetimeYears: 1 })
    expect(body.flaw.message).toContain('no secret any more')
  })
})

test('a revoked certificate is in the revocation list at once; the list is numbered, signed and kept', async () => {
  const listed = async () => new x509.X509Crl(new Uint8Array((await bytes('crl')).bytes))
  const before = await listed()
  const { body } = await sign()
  const other = await sign({}, {}, central, 'zuider')
  const revoked = await call('POST', `/${body.id}/revoke`, { reason: 'KEY_COMPROMISE' }, manager)
  expect([revoked.status, revoked.body]).toMatchObject([200, { state: 'REVOKED', reason: 'KEY_COMPROMISE' }])
  expect((await call('POST', `/${body.id}/revoke`, { reason: 'SUPERSEDED' })).body.code).toBe('certificate-revoked')
  expect((await call('POST', `/${other.body.id}/revoke`, { reason: 'SUPERSEDED' }, manager)).body.code).toBe(
    'certificate-not-found',
  )
  const after = await listed()
  const issuing = new x509.X509Certificate(String((await bytes('ca')).bytes))
  expect(await after.verify({ publicKey: issuing })).toBe(true)
  expect(after.findRevoked(body.serialNumber)?.reason).toBe(x509.X509CrlReason.keyCompromise)
  expect(after.findRevoked(other.body.serialNumber)).toBeNull()
  const number = (crl: typeof after) => crl.extensions.find(({ type }) => type === '2.5.29.20')!.value
  expect([Buffer.from(number(before)).at(-1), Buffer.from(number(after)).at(-1)]).toEqual([1, 2])
  expect((await bytes('crl')).bytes).toEqual(Buffer.from(after.rawData))
  await app.portal.pool.query(`update certificate_revocation_list set next_update = now() + interval '1 hour'`)
  expect(Buffer.from(number(await listed())).at(-1)).toBe(3)
  // Positive, also where its first bit is set.
  await app.portal.pool.query('update certificate_revocation_list set number = 127, next_update = now()')
  expect([...Buffer.from(number(await listed()))]).toEqual([2, 2, 0, 128])
})

test('only those who may sign see certificates', async () => {
  for (const as of [await userWith(app, 'HARMONIC_NOC'), await userWith(app, 'USER', nordic)]) {
    expect((await call('GET', '', undefined, as)).status).toBe(403)
    expect((await sign({}, {}, as)).status).toBe(403)
  }
  const own = (await call('GET', '', undefined, manager)).body._embedded.certificates
  expect(new Set(own.map(({ account }: { account: string }) => account))).toEqual(new Set(['nordic']))
})
