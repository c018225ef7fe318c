import { webcrypto } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
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

  test('NO_ACCESS: the user lost the role, and gets one mail for a mail that comes twice', async () => {
    const { key, to } = await mailedCase('ugo')
    const { db } = app.desk.portal
    const grants = await db.deleteFrom('role_grants').where('user_id', '=', app.desk.ids.ugo).returningAll().execute()
    const mail = {
      from: addressOf('ugo'),
      to,
      subject: `Re: ${key}`,
      text: 'Hello',
      messageId: `<${key}@desk.example>`,
    }
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

const confirmed = 'relay.desk.example; dkim=pass header.d=desk.example'
/** Delivers a mail of uma with these headers and this body, as bytes. */
async function deliverRaw(to: string, key: string, headers: string, content: string | Buffer, from = uma) {
  const head = `From: ${from}\r\nTo: ${to}\r\nSubject: Re: [${key}] No sync\r\nAuthentication-Results: ${confirmed}\r\nMIME-Version: 1.0\r\n${headers}\r\n\r\n`
  const lines = typeof content === 'string' ? Buffer.from(content.replaceAll(/\r?\n/g, '\r\n')) : content
  await app.deliver({ envelope: { from, to: [to] }, raw: Buffer.concat([Buffer.from(head), lines]) })
}
const mailsTo = (name: Name, subject: string) =>
  app.mailbox.received.filter((mail) => mail.to?.[0]?.address === addressOf(name) && mail.subject?.includes(subject))
const commentMail = (name: Name, key: string, id: unknown, more = '') =>
  app.desk.call(name, 'GET', `/issues/comment/mail${more}?issueKey=${key}&commentId=${id}`)
const lastOf = async (name: Name, key: string) =>
  rowsOf(await app.desk.call(name, 'GET', `/issues/comment?issueKey=${key}`), 'comments').at(-1)!

describe('the original of a reply', () => {
  test('is shown to staff and to its sender, and is downloaded by its sender and TAC managers; no other user knows of it', async () => {
    const { key, mail, to } = await mailedCase()
    expect(mail.text).toMatch(/^— Write your reply above this line/)
    const text = `9.4.0\n> show version\n\nOn Mon, 2 Nov 2026 at 10:00, Headend <no-reply@desk.example> wrote:\n${mail.text!.replaceAll(/^/gm, '> ')}`
    await app.deliver({ from: uma, to, subject: 'Re', text })
    const { commentId, body } = await lastOf('uma', key)
    expect(body).toBe('9.4.0\n> show version')
    for (const name of ['uma', 'vera', 'tom'] as const) {
      expect((await lastOf(name, key)).mail).toEqual({ isCut: true })
      const read = await commentMail(name, key, commentId)
      expect(read.body).toMatchObject({
        text: expect.stringContaining('> Which firmware?'),
        mayDownload: name !== 'vera',
      })
      const original = await commentMail(name, key, commentId, '/original')
      expect([name, original.status]).toEqual([name, name === 'vera' ? 404 : 200])
      if (name !== 'vera') expect(original.text).toContain('Subject: Re\r\n')
    }
    expect((await lastOf('mia', key)).mail).toBeNull()
    for (const more of ['', '/original']) {
      expect((await commentMail('mia', key, commentId, more)).status).toBe(404)
      expect((await commentMail('bob', key, commentId, more)).status).toBe(404)
    }
    const [asked] = rowsOf(await app.desk.call('uma', 'GET', `/issues/comment?issueKey=${key}`), 'comments')
    expect(asked!.mail).toBeNull()
    expect((await commentMail('tom', key, asked!.commentId)).status).toBe(404)
  })

  test('of staff is not shown to customers: what it quotes may be internal', async () => {
    const key = await file('uma')
    await app.desk.call('vera', 'POST', `/issues/watchers?issueKey=${key}`)
    const before = app.mailbox.received.length
    await app.desk.call('uma', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Still down' })
    await expect.poll(() => mailAbout(key, 'vera', before)).toBeDefined()
    const { replyTo, text } = mailAbout(key, 'vera', before)!
    const quoted = `On it.\n\nOn Mon, 2 Nov 2026 at 10:00, Headend <no-reply@desk.example> wrote:\n> ${text!.split('\n')[0]}\n> secret`
    await app.deliver({ from: addressOf('vera'), to: replyTo![0]!.address!, subject: 'Re', text: quoted })
    const { commentId, body, mail } = await lastOf('uma', key)
    expect([body, mail]).toEqual(['On it.', null])
    expect((await commentMail('uma', key, commentId)).status).toBe(404)
    expect((await commentMail('victor', key, commentId)).body.text).toContain('secret')
  })

  test('goes with its comment', async () => {
    const { key, to } = await mailedCase()
    await app.deliver({ from: uma, to, subject: 'Re', text: 'To be deleted' })
    const { commentId } = await lastOf('tom', key)
    const { db } = app.desk.portal
    const { file_id } = await db
      .selectFrom('mail_originals')
      .select('file_id')
      .where('text', '=', 'To be deleted')
      .executeTakeFirstOrThrow()
    const left = async () =>
      (await db.selectFrom('mail_originals').select('text').where('file_id', '=', file_id).execute()).map(
        ({ text }) => text,
      )
    const sweep = () => sql`select graphile_worker.add_job('mail.originals', '{}')`.execute(db)
    await db.insertInto('mail_originals').values({ file_id, text: 'Of nothing' }).execute()
    await sweep()
    await expect.poll(left).toEqual(['To be deleted'])
    const path = `/issues/comment?issueKey=${key}&commentId=${commentId}`
    expect((await app.desk.call('tom', 'DELETE', path)).status).toBe(204)
    await sweep()
    await expect.poll(left).toEqual([])
  })
})

describe('what a reply says', () => {
  test.each([
    ['windows-1252', '“Grüße” – 20 €', Buffer.from('934772fcdf65942096203230 2080'.replaceAll(' ', ''), 'hex')],
    ['utf-8', 'Grüße', Buffer.from('4772fcdf65', 'hex')],
    ['unknown-8bit', 'Grüße', Buffer.from('Grüße')],
  ])('in %s costs no letter: %s', async (charset, letters, bytes) => {
    const { key, to } = await mailedCase()
    await deliverRaw(to, key, `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit`, bytes)
    expect((await commentsOf(key)).at(-1)).toEqual([uma, letters])
  })

  test('HTML with a table, a log, a link and an answer below the quoted mail', async () => {
    const { key, to } = await mailedCase()
    const html = `<p>Counters:<table><tr><td>Port<td>State<tr><td>1<td>up</table><pre>02:11 T3\n02:12 T4</pre><p>See <a href="https://nms.example/7">this</a>
      <p>On 2 Nov 2026, Headend wrote:</p><blockquote type="cite"><p>Which firmware?</blockquote><p>9.4.0`
    await deliverRaw(to, key, 'Content-Type: text/html; charset=utf-8', html)
    expect((await commentsOf(key)).at(-1)?.[1]).toBe(
      'Counters:\n\nPort | State\n1 | up\n\n02:11 T3\n02:12 T4\n\nSee this <https://nms.example/7>\n\n9.4.0',
    )
  })

  test('files are what a person put there: also without a name, inside the text, and beside what cannot be read', async () => {
    const { key, to } = await mailedCase()
    const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const part = (headers: string, content: string) => `--b\n${headers}\n\n${content}\n`
    const parts = [
      part('Content-Type: text/plain; charset=utf-8', 'See the files.\nContent-Type: x\n'.repeat(60)),
      part('Content-Type: image/png\nContent-Disposition: inline\nContent-Transfer-Encoding: base64', picture),
      part(
        'Content-Type: text/plain; name="modem.txt"\nContent-Disposition: inline; filename="modem.txt"',
        'T3 timeout',
      ),
      part('Content-Type: text/plain; charset=x-klingon', 'nuqneH'),
      part('Content-Type: message/rfc822', 'Subject: inner\n\nInner text'),
      part('Content-Type: application/ms-tnef; name="winmail.dat"', 'x'),
    ]
    const signature = part('Content-Type: application/pkcs7-signature; name="smime.p7s"', 'x')
    const signed = `--s\nContent-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--\n${signature.replace('--b', '--s')}--s--\n`
    const before = app.mailbox.received.length
    for (let time = 0; time < 2; time += 1)
      await deliverRaw(
        to,
        key,
        `Message-ID: <${time}.${key}@desk.example>\r\nContent-Type: multipart/signed; boundary=s`,
        signed,
      )
    expect((await commentsOf(key)).map(([, text]) => String(text).slice(0, 14))).toEqual([
      'Which firmware',
      'See the files.',
      'See the files.',
    ])
    const files = rowsOf(await app.desk.call('uma', 'GET', `/issues/attachments?issueKey=${key}`), 'attachments')
    // The picture within the text is attached once: those of signatures come with each mail.
    expect(files.map(({ filename }) => filename)).toEqual([
      'file.txt',
      'picture.png',
      'modem.txt',
      'mail.eml',
      'file.txt',
      'modem.txt',
      'mail.eml',
    ])
    const notices = () =>
      app.mailbox.received.slice(before).filter(({ subject }) => subject?.includes('Files of your reply'))
    await expect.poll(() => notices().length).toBe(2)
    expect(notices()[0]!.text).toContain('winmail.dat')
    expect(notices()[0]!.text).not.toContain('p7s')
  })

  test.each([
    ['WRAPPED', 'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"', 'x'],
    [
      'WRAPPED',
      'Content-Type: multipart/mixed; boundary=b',
      '--b\n\n\n--b\nContent-Type: application/ms-tnef; name="winmail.dat"\n\nx\n--b--',
    ],
    [
      'WRAPPED',
      'Content-Type: multipart/encrypted; boundary=b',
      '--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream; name="encrypted.asc"\n\nx\n--b--',
    ],
    ['MEETING_ANSWER', 'Content-Type: text/calendar; method=REPLY', 'BEGIN:VCALENDAR'],
    ['UNREADABLE', 'Content-Type: text/plain; charset=x-klingon', 'Hello'],
    ['EMPTY', 'Content-Type: application/x-msdownload; name="run.exe"', 'MZ'],
  ])(
    '%s: a mail whose words cannot be read is no comment, and its sender is notified of each: %s',
    async (reason, headers, content) => {
      const { key, to } = await mailedCase()
      await deliverRaw(to, key, headers, content)
      await deliverRaw(to, key, headers, content)
      await deliverRaw(to, key, `Message-ID: <again@desk.example>\r\n${headers}`, content)
      expect(await commentsOf(key)).toHaveLength(1)
      expect(await received(`&q=${key}`)).toMatchObject([
        { reason },
        { reason },
        { reason, caseKey: key, dkim: 'pass', isKept: true },
      ])
      await expect.poll(() => mailsTo('uma', `not added: Re: [${key}]`).length).toBe(2)
    },
  )

  test('a program that replies to every notice gets five an hour for a case', async () => {
    const answer = async ({ key, to }: { key: string; to: string }, time: number) =>
      deliverRaw(
        to,
        key,
        `Message-ID: <${time}@desk.example>\r\nContent-Type: text/calendar; method=REPLY`,
        'BEGIN:VCALENDAR',
      )
    const [one, other] = [await mailedCase(), await mailedCase()]
    for (let time = 0; time < 6; time += 1) await answer(one, time)
    await answer(other, 6)
    const notices = ({ key }: { key: string }) => mailsTo('uma', `not added: Re: [${key}]`).length
    // Sent in their order.
    await expect.poll(() => notices(other)).toBe(1)
    expect(notices(one)).toBe(5)
  })
})

describe('a mail that a program wrote by itself', () => {
  test.each([
    ['X-Autoresponder: yes', ''],
    ['X-POST-MessageClass: 9; Autoresponder', ''],
    ['X-Auto-Response-Suppress: All', ''],
    ['X-Vacation: on', ''],
    ['Precedence: auto_reply', ''],
    ['X-Mailer: vacation 1.2.7', ''],
    ['X-Plain: 1', 'Out of Office: '],
    ['X-Plain: 1', 'Automatische Antwort: '],
    ['X-Plain: 1', 'Réponse automatique : '],
    ['X-Plain: 1', 'Odpowiedź automatyczna: '],
  ])('is no answer, but is kept: %s %s', async (header, before) => {
    const { key, to } = await mailedCase()
    await app.desk.call('vera', 'PATCH', `/issues/${key}`, { status: 'WAITING_FOR_CUSTOMER' })
    const raw = `From: ${uma}\r\nTo: ${to}\r\nSubject: ${before}[${key}] No sync\r\nAuthentication-Results: ${confirmed}\r\n${header}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nI am away.`
    await app.deliver({ envelope: { from: uma, to: [to] }, raw })
    expect((await app.desk.call('vera', 'GET', `/issues/${key}`)).body.status).toBe('WAITING_FOR_CUSTOMER')
    expect(await received(`&q=${key}`)).toMatchObject([{ reason: 'AUTOMATIC', caseKey: key, isKept: true }])
  })

  test.each([
    ['Auto-Submitted: no', 'Re: '],
    ['X-Autoreply: no', 'AW: '],
    ['List-Id: NOC <noc.desk.example>', 'Re: '],
    ['X-Mailer: Outlook', ''],
    ['X-Auto-Response-Suppress: DR, OOF, AutoReply', 'Re: '],
  ])('is distinguished from one of a person: %s', async (header, before) => {
    const { key, to } = await mailedCase()
    const raw = `From: ${uma}\r\nTo: ${to}\r\nSubject: ${before}[${key}] Automatic reply out of office\r\nAuthentication-Results: ${confirmed}\r\n${header}\r\n\r\nIt is 9.4.0.`
    await app.deliver({ envelope: { from: uma, to: [to] }, raw })
    expect((await commentsOf(key)).at(-1)).toEqual([uma, 'It is 9.4.0.'])
  })

  test('of staff meets no clock and moves nothing; it becomes a comment when it is added, by the rights of its sender', async () => {
    const key = await file('uma')
    await app.desk.call('vera', 'POST', `/issues/watchers?issueKey=${key}`)
    const before = app.mailbox.received.length
    await app.desk.call('uma', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Still down' })
    await expect.poll(() => mailAbout(key, 'vera', before)).toBeDefined()
    const to = mailAbout(key, 'vera', before)!.replyTo![0]!.address!
    await deliverRaw(to, key, 'X-Autoreply: yes\r\nContent-Type: text/plain', 'I am out of office.', addressOf('vera'))
    const state = async () => (await app.desk.call('vera', 'GET', `/issues/${key}`)).body
    expect(await state()).toMatchObject({ status: 'NEW', firstResponse: null })
    const [{ id }] = (await received(`&q=${key}`)) as [Json]
    expect((await ofMail('adam', 'GET', id)).body).toMatchObject({ text: 'I am out of office.', isAddable: true })
    expect((await ofMail('vera', 'GET', id)).status).toBe(403)
    expect((await ofMail('tom', 'POST', id, '/comment')).status).toBe(403)
    expect((await ofMail('adam', 'POST', id, '/comment')).body).toMatchObject({ reason: null, caseKey: key })
    expect((await commentsOf(key)).at(-1)).toEqual([addressOf('vera'), 'I am out of office.'])
    expect((await ofMail('adam', 'POST', id, '/comment')).status).toBe(404)
  })
})

test('the text of a mail of another sender is read, but cannot become a comment of the user', async () => {
  const { key, to } = await mailedCase()
  await deliverRaw(to, key, 'Content-Type: text/plain', 'From a colleague', addressOf('ugo'))
  const [{ id, reason }] = (await received(`&q=${key}`)) as [Json]
  expect([reason, (await ofMail('adam', 'GET', id)).body]).toMatchObject([
    'OTHER_SENDER',
    { text: 'From a colleague', isAddable: false },
  ])
  expect((await ofMail('adam', 'POST', id, '/comment')).body.code).toBe('received-mail-not-added')
  expect(await commentsOf(key)).toHaveLength(1)
})

test('a mail is the same by its content: one without an id once, two with one id twice; an unconfirmed one is not kept', async () => {
  const { key, to } = await mailedCase()
  const date = 'Date: Mon, 30 Nov 2026 10:20:00 +0100'
  await deliverRaw(to, key, `Received: from a\r\n${date}`, 'Without an id')
  await deliverRaw(to, key, `Received: from b\r\n${date}`, 'Without an id')
  await deliverRaw(to, key, 'Message-ID: <same@desk.example>', 'One text')
  await deliverRaw(to, key, 'Message-ID: <same@desk.example>', 'Another text')
  expect((await commentsOf(key)).slice(1).map(([, text]) => text)).toEqual([
    'Without an id',
    'One text',
    'Another text',
  ])
  await app.deliver({ from: uma, to, subject: `Re: [${key}]`, text: 'Hello', results: null })
  expect(await received(`&q=${key}&reason=NOT_AUTHENTICATED`)).toMatchObject([{ isKept: false }])
})

async function ofMail(name: Name, method: 'GET' | 'POST', id: unknown, more = '') {
  const response = await fetch(`${app.desk.url}/api/received-mails/${id}${more}`, {
    method,
    headers: app.desk.headersOf(name),
  })
  return { status: response.status, body: (await response.json()) as Json }
}

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

test('a mail that takes the worker too much memory is noted as not readable and kept as it arrived; the listener takes the next one', async () => {
  const { key, to } = await mailedCase()
  const { monitorEventLoopDelay } = await import('node:perf_hooks')
  const turns = monitorEventLoopDelay({ resolution: 1 })
  const results = 'relay.desk.example; dkim=pass header.d=desk.example'
  const head = `From: ${uma}\r\nTo: ${to}\r\nSubject: Re: ${key}\r\nAuthentication-Results: ${results}\r\n`
  const type = 'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n'
  const lines = '\r\n'.repeat(10_000_000)
  turns.enable()
  await app.deliver({ envelope: { from: uma, to: [to] }, raw: `${head}${type}\r\n${lines}` })
  expect(turns.max / 1e6).toBeLessThan(1_000)
  expect(await received(`&q=${key}`)).toMatchObject([{ reason: 'UNREADABLE', caseKey: key, isKept: true, sender: uma }])
  const content = Buffer.from('link up '.repeat(1_200_000))
  const attachments = ['one.log', 'two.log'].map((filename) => ({ filename, content }))
  await app.deliver({ from: uma, to, subject: 'Re: logs', text: 'Both logs.', attachments })
  expect((await commentsOf(key)).at(-1)).toEqual([uma, 'Both logs.'])
  const files = rowsOf(await app.desk.call('uma', 'GET', `/issues/attachments?issueKey=${key}`), 'attachments')
  expect(files).toHaveLength(2)
})
