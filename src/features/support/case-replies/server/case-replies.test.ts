import { webcrypto } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { type ReplyApp, replyApp } from '#test/reply-app.ts'
import { addressOf, type Json, type Name, rowsOf } from '#test/support-app.ts'
import { listenForMail } from './listen-for-mail.ts'

let app: ReplyApp
beforeAll(async () => {
  app = await replyApp()
})
afterAll(() => app.close())

async function file(name: Name, more: object = {}): Promise<string> {
  const body = { subject: 'No sync', description: 'x', priority: 'LOW', ...more }
  const filed = await app.desk.call(name, 'POST', '/issues?account=acme', body)
  expect(filed.status, filed.text).toBe(201)
  return String(filed.body.key)
}
/** The mail about the first comment of staff on a new case of the user. */
async function mailedCase(name: Name = 'uma') {
  const key = await file(name)
  const before = app.mailbox.received.length
  await app.desk.call('vera', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Which firmware?' })
  await expect.poll(() => mailAbout(key, name, before)).toBeDefined()
  const mail = mailAbout(key, name, before)!
  return { key, mail, to: mail.replyTo?.[0]?.address ?? '' }
}
const mailAbout = (key: string, name: Name, from: number) =>
  app.mailbox.received
    .slice(from)
    .find(({ to, subject }) => to?.[0]?.address === addressOf(name) && subject?.startsWith(`[${key}]`))
const commentsOf = async (key: string) =>
  rowsOf(await app.desk.call('vera', 'GET', `/issues/comment?issueKey=${key}`), 'comments').map((one) => [
    one.author!.username,
    one.body,
  ])
async function received(query = ''): Promise<readonly Json[]> {
  const response = await fetch(`${app.desk.url}/api/received-mails?size=200${query}`, {
    headers: app.desk.headersOf('adam'),
  })
  expect(response.status).toBe(200)
  const { _embedded } = (await response.json()) as { _embedded: { receivedMails: Json[] } }
  return _embedded.receivedMails
}
const uma = addressOf('uma')

describe('a reply', () => {
  test('becomes a comment of its sender without the quoted mail and the signature, and is one comment when it comes twice', async () => {
    const { key, mail, to } = await mailedCase()
    expect(to).toMatch(/^support\+[\w.]+@desk\.example$/)
    expect(mail.references).toMatch(/^<thread-case-\d+@headend>$/)
    const text =
      'It is 9.4.0.\n\nRegards\n-- \nUma\n\nOn Mon, 2 Nov 2026 at 10:00, Headend <no-reply@desk.example> wrote:\n> Which firmware?'
    const reply = { from: uma, to, subject: `Re: ${mail.subject}`, text, messageId: '<one@desk.example>' }
    await app.deliver(reply)
    expect((await commentsOf(key)).at(-1)).toEqual([uma, 'It is 9.4.0.\n\nRegards'])
    await app.deliver(reply)
    expect(await commentsOf(key)).toHaveLength(2)
    expect(await received(`&q=${key}`)).toMatchObject([
      { reason: 'DUPLICATE', caseKey: key },
      { reason: null, caseKey: key, dkim: 'pass', spf: 'pass', sender: uma },
    ])
  })

  test('of staff is read by customers too, and mails about internal text take no reply', async () => {
    const key = await file('uma', { addressees: [] })
    await app.desk.call('vera', 'POST', `/issues/watchers?issueKey=${key}`)
    const before = app.mailbox.received.length
    await app.desk.call('tom', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'Known to us' })
    await app.desk.call('uma', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Still down' })
    const mailToVera = (text: string) =>
      app.mailbox.received
        .slice(before)
        .find((mail) => mail.to?.[0]?.address === addressOf('vera') && mail.text?.includes(text))
    await expect.poll(() => mailToVera('Known to us') && mailToVera('Still down')).toBeDefined()
    const [inside, outside] = [mailToVera('Known to us')!, mailToVera('Still down')!]
    expect(inside.replyTo ?? []).toEqual([])
    await app.deliver({
      from: addressOf('vera'),
      to: outside.replyTo![0]!.address!,
      subject: 'Re',
      text: 'We are on it.',
    })
    expect((await commentsOf(key)).at(-1)).toEqual([addressOf('vera'), 'We are on it.'])
    expect(rowsOf(await app.desk.call('uma', 'GET', `/issues/comment?issueKey=${key}`), 'comments')).toHaveLength(2)
  })

  test('has its files attached by the rules of uploads; the sender gets a mail about the others', async () => {
    const { key, to } = await mailedCase()
    const attachments = [
      { filename: 'log.txt', content: 'MAP late' },
      { filename: 'run.exe', content: 'MZ' },
    ]
    await app.deliver({ from: uma, to, subject: 'Re: log', text: 'See the log.', attachments })
    const files = rowsOf(await app.desk.call('uma', 'GET', `/issues/attachments?issueKey=${key}`), 'attachments')
    expect(files).toMatchObject([{ filename: 'log.txt', author: { username: uma } }])
    await expect
      .poll(() =>
        app.mailbox.received.some(
          ({ subject, text }) => subject?.includes('Files of your reply') && text?.includes('run.exe'),
        ),
      )
      .toBe(true)
  })

  test.each([
    ['windows-1251', 'Привет', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
    ['iso-8859-15', '20 €', Buffer.from([0x32, 0x30, 0x20, 0xa4])],
    ['iso-2022-jp', '日本', Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42])],
    ['big5', '中文', Buffer.from([0xa4, 0xa4, 0xa4, 0xe5])],
    ['utf-16le', 'Grüße', Buffer.from('Grüße', 'utf16le')],
  ] as const)('a reply in %s is a comment with its letters', async (charset, letters, bytes) => {
    const { key, to } = await mailedCase()
    const results = 'relay.desk.example; dkim=pass header.d=desk.example'
    const head = `From: ${uma}\r\nTo: ${to}\r\nSubject: Re: ${key}\r\nAuthentication-Results: ${results}\r\n`
    const type = `MIME-Version: 1.0\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64\r\n`
    await app.deliver({ envelope: { from: uma, to: [to] }, raw: `${head}${type}\r\n${bytes.toString('base64')}` })
    expect((await commentsOf(key)).at(-1)).toEqual([uma, letters])
  })
})

describe('a mail that is no reply of the user makes no comment, and is noted with its reason', () => {
  test.each([
    ['AUTOMATIC', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['AUTOMATIC', { headers: { Precedence: 'bulk' } }],
    ['BOUNCE', { envelope: { from: '' } }],
    ['LOOP', { messageId: '<mail-12-1700000000000@headend>' }],
    ['LOOP', { from: 'no-reply@desk.example' }],
    ['NOT_AUTHENTICATED', { results: null }],
    [
      'NOT_AUTHENTICATED',
      { results: 'relay.desk.example; dkim=fail header.d=desk.example; spf=softfail smtp.mailfrom=desk.example' },
    ],
    ['NOT_AUTHENTICATED', { results: 'other.example; dkim=pass header.d=desk.example' }],
    [
      'NOT_AUTHENTICATED',
      { results: 'relay.desk.example; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=evil.example' },
    ],
    ...[
      'spf=pass smtp.mailfrom="desk.example"@evil.example',
      'dkim=pass header.i="; @desk.example"@evil.example',
      'dkim=fail reason="; dkim=pass header.d=desk.example"',
    ].map((results) => ['NOT_AUTHENTICATED', { results: `relay.desk.example; ${results}` }] as const),
    ['OTHER_SENDER', { from: addressOf('ugo') }],
    ['EMPTY', { text: '> Which firmware?' }],
    ['TOO_LONG', { text: 'a '.repeat(20_000) }],
    ['TOO_MANY_RECIPIENTS', { cc: Array.from({ length: 1_000 }, (_, index) => `user${index}@desk.example`) }],
  ] as const)('%s %#', async (reason, more) => {
    const { key, to } = await mailedCase()
    const envelope = { from: uma, to: [to], ...('envelope' in more ? more.envelope : {}) }
    const mail = { from: uma, to, subject: `Re: ${key}`, text: 'Hello', ...more, envelope } as Parameters<
      ReplyApp['deliver']
    >[0]
    await app.deliver(mail)
    expect(await commentsOf(key)).toHaveLength(1)
    expect((await received(`&q=${key}`)).map((one) => one.reason)).toEqual([reason])
  })

  test('FORGED_TOKEN: of another case, of another user, made up', async () => {
    const { key, to } = await mailedCase()
    const [, one, other, signature] = /\+(\w+)\.(\w+)\.(\w+)@/.exec(to)!
    const next = (Number.parseInt(one!, 36) + 1).toString(36)
    const tokens = [
      `${next}.${other}.${signature}`,
      `${one}.${next}.${signature}`,
      `${one}.${other}.${'0'.repeat(24)}`,
      'x',
    ]
    for (const token of tokens)
      await app.deliver({ from: uma, to: `support+${token}@desk.example`, subject: `Forged ${key}`, text: 'Hello' })
    expect(await commentsOf(key)).toHaveLength(1)
    expect((await received(`&q=${key}`)).map((mail) => mail.reason)).toEqual(tokens.map(() => 'FORGED_TOKEN'))
  })

  test('NO_ACCESS: the user lost the role, and gets one mail', async () => {
    const { key, to } = await mailedCase('ugo')
    const { db } = app.desk.portal
    const grants = await db.deleteFrom('role_grants').where('user_id', '=', app.desk.ids.ugo).returningAll().execute()
    const mail = { from: addressOf('ugo'), to, subject: `Re: ${key}`, text: 'Hello' }
    await app.deliver(mail)
    await app.deliver(mail)
    await db.insertInto('role_grants').values(grants).execute()
    expect(await commentsOf(key)).toHaveLength(1)
    expect((await received(`&q=${key}`)).map((one) => one.reason)).toEqual(['NO_ACCESS', 'NO_ACCESS'])
    const notified = () =>
      app.mailbox.received.filter(
        ({ to: whom, text }) => whom?.[0]?.address === addressOf('ugo') && text?.includes('no longer have access'),
      )
    await expect.poll(() => notified().length).toBe(1)
    expect(notified()[0]!.headers.find((header) => header.key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  test('NOT_AUTHENTICATED: a result below that of the relay does not count, whatever name it has', async () => {
    const { key, to } = await mailedCase()
    const result = (verdict: string) =>
      `Authentication-Results: relay.desk.example; dkim=${verdict} header.d=desk.example\r\n`
    const raw = `${result('fail')}From: ${uma}\r\nTo: ${to}\r\nSubject: Re: ${key}\r\n${result('pass')}\r\nHello`
    await app.deliver({ envelope: { from: uma, to: [to] }, raw })
    expect((await received(`&q=${key}`)).map((one) => [one.reason, one.dkim])).toEqual([['NOT_AUTHENTICATED', 'fail']])
  })

  test('UNREADABLE and TOO_MANY_PARTS: an unknown character set, 10,000 parts', async () => {
    const { key, to } = await mailedCase()
    const head = `From: ${uma}\r\nTo: ${to}\r\nSubject: Re: ${key}\r\nAuthentication-Results: relay.desk.example; dkim=pass header.d=desk.example\r\n`
    const odd = `${head}Content-Type: text/plain; charset="x-klingon"\r\n\r\nHello`
    const part = '--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n'
    const many = `${head}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(10_000)}--b--\r\n`
    for (const raw of [odd, many]) await app.deliver({ envelope: { from: uma, to: [to] }, raw })
    expect(await commentsOf(key)).toHaveLength(1)
    expect((await received(`&q=${key}`)).map((one) => one.reason)).toEqual(['TOO_MANY_PARTS', 'UNREADABLE'])
  })

  test('TOO_LARGE: a mail of 50 MB is not accepted', async () => {
    const { key, to } = await mailedCase()
    const attachments = [{ filename: 'big.txt', content: Buffer.alloc(37_000_000, 'a') }]
    const sent = app.deliver({ from: uma, to, subject: `Re: ${key}`, text: 'Hello', attachments })
    await expect(sent).rejects.toMatchObject({ responseCode: 552 })
    expect(await commentsOf(key)).toHaveLength(1)
    expect(await received(`&q=${key}`)).toMatchObject([{ reason: 'TOO_LARGE', sender: uma }])
  })

  test('a mail for another address is not accepted: the listener is no relay', async () => {
    for (const to of ['uma@desk.example', 'support@desk.example', 'support+x@other.example'])
      await expect(app.deliver({ from: uma, to, subject: 'x', text: 'x' })).rejects.toMatchObject({ responseCode: 550 })
  })
})

test('the list is for those who operate mail, is filtered, and says that the portal listens', async () => {
  for (const [name, status] of [
    ['adam', 200],
    ['vera', 403],
    ['uma', 403],
  ] as const) {
    const response = await fetch(`${app.desk.url}/api/received-mails`, { headers: app.desk.headersOf(name) })
    expect([name, response.status]).toEqual([name, status])
    if (status === 200) expect(((await response.json()) as { listening: boolean }).listening).toBe(true)
  }
  expect(new Set((await received('&reason=LOOP')).map((one) => one.reason))).toEqual(new Set(['LOOP']))
  expect(new Set((await received('&taken=true')).map((one) => one.reason))).toEqual(new Set([null]))
})

test('STARTTLS is not offered without a certificate of the operator, nor a sign-in', async () => {
  const socket = connect(app.port, '127.0.0.1')
  socket.setEncoding('utf8')
  let said = ''
  socket.on('data', (text) => {
    if (said === '') socket.write('EHLO relay\r\n')
    said += String(text)
  })
  await expect.poll(() => said).toMatch(/250 /)
  socket.destroy()
  expect(said).not.toMatch(/STARTTLS|AUTH/)
})

test('with a certificate a relay delivers over STARTTLS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headend-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const { pem, privateKey } = await selfSigned('relay.desk.example')
  await writeFile(cert, pem)
  await writeFile(key, privateKey)
  const { portal } = app.desk
  const replies = { ...portal.config.replies!, listen: { host: '127.0.0.1', port: 0 }, tls: { cert, key } }
  const smtp = await listenForMail(portal, replies, fileStoreOf(portal.config))
  const { port } = smtp.server.address() as AddressInfo
  const { key: caseKey, to } = await mailedCase()
  const tls = { ca: pem, servername: 'relay.desk.example' }
  const client = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls })
  const headers = { 'Authentication-Results': 'relay.desk.example; dkim=pass header.d=desk.example' }
  await client.sendMail({ from: uma, to, subject: 'Re: over TLS', text: 'Encrypted', headers })
  client.close()
  expect((await commentsOf(caseKey)).at(-1)).toEqual([uma, 'Encrypted'])
  await new Promise<void>((done) => smtp.close(() => done()))
  await rm(folder, { recursive: true })
})

async function selfSigned(host: string): Promise<{ pem: string; privateKey: string }> {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  x509.cryptoProvider.set(webcrypto as Crypto)
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  })
  const exported = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return {
    pem: certificate.toString('pem'),
    privateKey: `-----BEGIN PRIVATE KEY-----\n${exported}\n-----END PRIVATE KEY-----\n`,
  }
}
