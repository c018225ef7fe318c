import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifiedOf } from '#test/notified.ts'
import { addressOf, type Json, type Name, type Reply, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
let channel: string
let other: string
let ids: Record<string, number>

beforeAll(async () => {
  desk = await supportApp()
  const { rows } = await desk.portal.pool.query(
    'select a.name, a.id as account, c.id from accounts a join chat_channels c on c.account_id = a.id',
  )
  ids = Object.fromEntries(rows.map((row) => [row.name, row.account]))
  channel = String(rows.find(({ name }) => name === 'acme').id)
  other = String(rows.find(({ name }) => name === 'blue').id)
})
afterAll(() => desk.close())

const call = (name: Name, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  desk.call(name, method, `/../slack/channels${path}`, body, headers)

function form(text: string, more: Record<string, string> = {}, files: Record<string, string> = {}): FormData {
  const data = new FormData()
  if (text) data.append('htmlBody', text)
  for (const [name, value] of Object.entries(more)) data.append(name, value)
  for (const [name, content] of Object.entries(files)) data.append('attachment', new Blob([content]), name)
  return data
}
const send = (name: Name, text: string, more?: Record<string, string>, files?: Record<string, string>) =>
  call(name, 'POST', `/${channel}/message/form`, form(text, more, files))
const note = (name: Name, text: string, more?: Record<string, string>, files?: Record<string, string>) =>
  call(name, 'POST', `/${channel}/internal/message/form`, form(text, more, files))
const list = (name: Name, query = '', face = '') => call(name, 'GET', `/${channel}${face}/messages${query}`)
const textsOf = (reply: Reply) => rowsOf(reply, 'messages').map(({ htmlBody }) => htmlBody)
async function channelOf(name: Name): Promise<Json> {
  const found = rowsOf(await call(name, 'GET', `/search?accountId=${ids.acme}`), 'channels')
  return found.find(({ caseKey }) => caseKey === null)!
}

test('each account has a channel, which its users and vendor staff find, count and follow', async () => {
  const found = rowsOf(await call('uma', 'GET', '/search'), 'channels')
  expect(found).toMatchObject([{ id: channel, account: 'acme', caseKey: null, enabled: true, unread: 0 }])
  expect(found[0]).not.toHaveProperty('internal')
  expect((await channelOf('vera')).internal).toEqual({ messageCount: 0, unread: 0, readTimestamp: '0.000000' })
  expect(rowsOf(await call('vera', 'GET', '/search?q=blue'), 'channels')).toMatchObject([{ account: 'blue' }])
  expect((await call('vera', 'GET', '/count')).body).toEqual({ count: 3, unread: 0 })
  const opened = await call('ugo', 'POST', `?accountId=${ids.acme}`)
  expect([opened.status, opened.body.id]).toEqual([201, channel])
  expect(opened.body.members?.map((one) => one.username)).toEqual([addressOf('ugo')])
  expect((await call('uma', 'POST', `?accountId=${ids.blue}`)).status).toBe(404)
  for (const path of [`/${other}/messages`, `/${other}/presence`, '/999999/messages'])
    expect([path, (await call('uma', 'GET', path)).body.code]).toEqual([path, 'channel-not-found'])
  expect((await call('carl', 'GET', '/search')).status).toBe(403)
})

test('a message is stored once for its client key, edited by its author and deleted by them or an administrator', async () => {
  const sent = await send('uma', 'Good **morning**', { clientKey: 'key-1' })
  expect(sent.status, sent.text).toBe(201)
  expect(sent.body).toMatchObject({
    kind: 'customer',
    htmlBody: 'Good **morning**',
    author: { username: addressOf('uma'), vendor: false },
    clientKey: 'key-1',
    edited: null,
    version: 1,
  })
  const again = await Promise.all([1, 2, 3].map(() => send('uma', 'Good **morning**', { clientKey: 'key-1' })))
  expect(again.map(({ body }) => body.timestamp)).toEqual([1, 2, 3].map(() => sent.body.timestamp))
  expect(textsOf(await list('vera'))).toEqual(['Good **morning**'])
  const other = await send('ugo', 'The same key', { clientKey: 'key-1' })
  expect(other.body).toMatchObject({ htmlBody: 'The same key', author: { username: addressOf('ugo') } })
  const deleted = await call('ugo', 'DELETE', `/${channel}/message?timestamp=${other.body.timestamp}`)
  expect(deleted.status).toBe(204)

  const path = `/${channel}/message?timestamp=${sent.body.timestamp}`
  expect((await call('vera', 'PATCH', path, { htmlBody: 'x' })).body.code).toBe('not-your-message')
  const edited = await call('uma', 'PATCH', path, { htmlBody: 'Good evening' }, { 'if-match': '"1"' })
  expect(edited.body).toMatchObject({ htmlBody: 'Good evening', version: 2, edited: expect.any(String) })
  expect((await call('uma', 'PATCH', path, { htmlBody: 'Late' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await call('vera', 'DELETE', path)).status).toBe(403)
  expect((await call('adam', 'DELETE', path)).status).toBe(204)
  expect((await call('uma', 'PATCH', path, { htmlBody: 'x' })).body.code).toBe('message-not-found')
  expect(textsOf(await list('uma'))).toEqual([])
  expect((await send('uma', '')).body).toMatchObject({ status: 400, fields: [{ path: 'htmlBody' }] })
  expect((await send('uma', 'x'.repeat(40_001))).body).toMatchObject({ status: 400, fields: [{ path: 'htmlBody' }] })
})

test('HTML becomes Markdown: scripts leave nothing, links only to the web', async () => {
  const { body } = await send(
    'uma',
    '<p>Since <b>Kiel</b>:<script>alert(1)</script></p><ul><li><code>a &lt; b</code></li><li><a href="javascript:alert(1)">bad</a> <a href="https://x.example/">good</a></li></ul><img src=x onerror=alert(1)>',
  )
  expect(body.htmlBody).toBe('Since **Kiel**:\n\n- `a < b`\n- bad [good](https://x.example/)')
  const markdown = 'Use `<b>` if 1 < 2 && **x** > y'
  expect((await send('uma', markdown)).body.htmlBody).toBe(markdown)
})

test('messages are read in both directions, by thread and by word', async () => {
  const sent: string[] = []
  for (const text of ['one', 'two', 'three', 'four', 'five'])
    sent.push(String((await send('ugo', `page ${text}`)).body.timestamp))
  expect(textsOf(await list('uma', '?size=2'))).toEqual(['page four', 'page five'])
  expect(textsOf(await list('uma', `?size=2&before=${sent[3]}`))).toEqual(['page two', 'page three'])
  expect(textsOf(await list('uma', `?size=2&after=${sent[0]}`))).toEqual(['page two', 'page three'])
  expect(textsOf(await list('uma', '?q=FOUR'))).toEqual(['page four'])
  const reply = await send('vera', 'A reply', { threadId: sent[1]! })
  expect(reply.body).toMatchObject({ threadId: sent[1], author: { vendor: true } })
  expect(textsOf(await list('uma', `?threadId=${sent[1]}`))).toEqual(['page two', 'A reply'])
  expect(rowsOf(await list('uma', `?threadId=${sent[1]}`), 'messages')[0]?.replyCount).toBe(1)
  expect((await send('vera', 'Deep', { threadId: String(reply.body.timestamp) })).status).toBe(404)
})

test('read marks count what others wrote, only forward', async () => {
  await call('uma', 'POST', `/${channel}/read`, { timestamp: '9999999999.000000' })
  expect((await channelOf('uma')).unread).toBe(0)
  const first = await send('vera', 'Unread 1')
  await send('vera', 'Unread 2')
  await send('uma', 'Mine')
  expect(await channelOf('uma')).toMatchObject({ unread: 2, lastMessage: { text: 'Mine' } })
  expect((await call('uma', 'GET', '/count')).body).toMatchObject({ unread: 1 })
  await call('uma', 'POST', `/${channel}/read`, { timestamp: first.body.timestamp })
  expect((await channelOf('uma')).unread).toBe(1)
  await call('uma', 'POST', `/${channel}/read`, { timestamp: '1.000000' })
  expect((await channelOf('uma')).unread).toBe(1)
  await call('vera', 'POST', `/${channel}/internal/read`, { timestamp: '9999999999.000000' })
  expect((await channelOf('vera')).internal).toMatchObject({ unread: 0 })
})

test('a message waits for everybody of the account, also for those who never opened the chat', async () => {
  const unread = async (name: Name) => [
    (await channelOf(name)).unread,
    (await call(name, 'GET', `/count?accountId=${ids.acme}`)).body.unread,
  ]
  const before = Number((await unread('mia'))[0])
  await send('uma', 'Is anybody there?')
  expect(await unread('mia')).toEqual([before + 1, 1])
  // Staff of all accounts follow a channel once they opened it.
  expect(await unread('victor')).toEqual([0, 0])
  // Who comes to the account later has what was said before in the channel, not as unread.
  await desk.portal.pool.query(
    `update role_grants set granted_at = now() + interval '1 minute'
    where user_id = (select id from users where email = $1)`,
    [addressOf('mia')],
  )
  expect(await unread('mia')).toEqual([0, 0])
  // Staff who read their own side first have read the other.
  await call('victor', 'POST', `/${channel}/internal/read`, { timestamp: '9999999999.000000' })
  expect(await unread('victor')).toEqual([0, 0])
})

test('customers get nothing of the internal side: no message, file, count, time or fact', async () => {
  const before = JSON.stringify(await channelOf('uma'))
  const secret = await note('vera', 'Secret plan', { clientKey: 'n' }, { 'secret.log': 'secret bytes' })
  expect(secret.body).toMatchObject({ kind: 'internal', attachments: [{ filename: 'secret.log' }] })
  const at = `timestamp=${secret.body.timestamp}`
  const file = `/message/attachment?${at}&attachmentId=${secret.body.attachments?.[0]?.attachmentId}`
  const edit = await call('vera', 'PATCH', `/${channel}/internal/message?${at}`, { htmlBody: 'Secret plan 2' })
  expect(edit.body.htmlBody).toBe('Secret plan 2')
  expect(textsOf(await list('victor', '', '/internal'))).toEqual(['Secret plan 2'])
  expect((await channelOf('victor')).internal).toMatchObject({ messageCount: 1 })
  const shown = await call('victor', 'GET', `/${channel}/internal${file}`)
  expect(shown.text).toBe('secret bytes')

  for (const name of ['uma', 'mia'] as const) {
    expect((await list(name, '', '/internal')).status).toBe(403)
    expect((await note(name, 'x')).status).toBe(403)
    expect((await call(name, 'GET', `/${channel}/internal${file}`)).status).toBe(403)
    expect((await call(name, 'GET', `/${channel}${file}`)).body.code).toBe('chat-file-not-found')
    expect((await call(name, 'DELETE', `/${channel}/message?${at}`)).body.code).toBe('message-not-found')
    expect((await send(name, 'To the note', { threadId: String(secret.body.timestamp) })).status).toBe(404)
    expect((await list(name, '?q=secret')).body.page).toMatchObject({ totalElements: 0 })
  }
  expect(JSON.stringify(await channelOf('uma'))).toBe(before)
  const destinations = async () => {
    const { rows } = await desk.portal.pool.query(
      `select distinct destination from live_messages where destination like '/topic/slack/%' and body like '%' || $1 || '%'`,
      [secret.body.timestamp],
    )
    return rows.map(({ destination }) => destination)
  }
  await expect.poll(destinations).toEqual(['/topic/slack/channels/acme/internal'])
  expect((await call('vera', 'DELETE', `/${channel}/internal${file}`)).status).toBe(204)
  expect((await call('vera', 'DELETE', `/${channel}/internal/message?${at}`)).status).toBe(204)
  expect(textsOf(await list('victor', '', '/internal'))).toEqual([])
})

test('files are sent with a message, counted in the storage of the account, downloaded and deleted', async () => {
  const used = async () =>
    Number(
      (await desk.portal.pool.query('select used from account_storage where account_id = $1', [ids.acme])).rows[0].used,
    )
  const before = await used()
  const { body } = await send('uma', '', {}, { 'timing.log': '40 seconds', 'second.txt': 'x' })
  expect(body.attachments?.map((one) => one.filename)).toEqual(['timing.log', 'second.txt'])
  expect(await used()).toBe(before + 11)
  const path = `/${channel}/message/attachment?timestamp=${body.timestamp}&attachmentId=${body.attachments?.[0]?.attachmentId}`
  const got = await call('vera', 'GET', path)
  expect([got.status, got.text, got.headers.get('content-disposition')?.slice(0, 10)]).toEqual([
    200,
    '40 seconds',
    'attachment',
  ])
  expect((await call('vera', 'DELETE', path)).status).toBe(403)
  expect((await call('uma', 'DELETE', path)).status).toBe(204)
  expect((await call('vera', 'GET', path)).body.code).toBe('chat-file-not-found')
  expect(await used()).toBe(before + 1)
  expect((await send('uma', 'x', {}, { 'run.exe': 'x' })).body.code).toBe('attachment-type-not-allowed')
  await call('uma', 'DELETE', `/${channel}/message?timestamp=${body.timestamp}`)
  expect(await used()).toBe(before)
})

test('secrets of a log are hidden on both sides; its author and a TAC manager open the original, each time recorded', async () => {
  const SECRET = 'n0rdk4bel-RW-community'
  const log = `Nov 20 02:12:02 rpd-0207 sys[411]: RPD firmware 9.4.0\nNov 20 02:13:00 rpd-0207 snmpd: community ${SECRET} access rw\n`
  const openings = async () =>
    (await desk.portal.pool.query("select name from events where name like 'chat.%file-original-opened'")).rows.length
  for (const [write, face, author, others] of [
    [send, '', 'uma', ['ugo', 'vera', 'adam']],
    [note, '/internal', 'vera', ['adam']],
  ] as const) {
    const sent = await write(author, 'See the log', {}, { 'rpd.log': log })
    expect(sent.status, sent.text).toBe(201)
    const file = (sent.body.attachments as unknown as Json[])[0]!
    expect(file.hidesSecrets).toBe(true)
    const path = `/${channel}${face}/message/attachment?timestamp=${sent.body.timestamp}&attachmentId=${file.attachmentId}`
    for (const name of [author, ...others] as const) {
      const read = await call(name, 'GET', path)
      expect([name, read.status, read.text]).toEqual([name, 200, log.replace(SECRET, '[hidden]')])
      expect(file.size).toBe(read.text.length)
    }
    const before = await openings()
    for (const name of others) {
      const rejected = await call(name, 'GET', `${path}&original=true`)
      expect([name, rejected.status, rejected.body.code]).toEqual([name, 403, 'original-not-allowed'])
    }
    expect(await openings()).toBe(before)
    for (const name of [author, 'tom'] as const)
      expect((await call(name, 'GET', `${path}&original=true`)).text).toBe(log)
    expect(await openings()).toBe(before + 2)
  }
  // A case that is filed from the message: the user who files it is not the author of the log.
  const sent = await send('uma', 'The same log', {}, { 'again.log': log })
  const filed = await call('vera', 'POST', `/${channel}/message/case`, {
    timestamps: [sent.body.timestamp],
    priority: 'LOW',
  })
  const files = rowsOf(
    await desk.call('vera', 'GET', `/issues/attachments?issueKey=${filed.body.caseKey}`),
    'attachments',
  )
  const original = `/issues/attachment/original?issueKey=${filed.body.caseKey}&attachmentId=${files[0]!.id}`
  expect((await desk.call('vera', 'GET', original)).status).toBe(403)
  expect((await desk.call('uma', 'GET', original)).text).toBe(log)
})

test('members are added by name: customers add users of their own, staff also staff', async () => {
  const add = (name: Name, ...users: string[]) => call(name, 'POST', `/${channel}/members`, { usernames: users })
  expect((await add('uma')).status).toBe(400)
  for (const user of ['victor', 'bob', 'carl'] as const)
    expect((await add('uma', addressOf(user))).body, user).toMatchObject({
      status: 400,
      fields: [{ path: 'usernames' }],
    })
  expect((await add('vera', addressOf('victor'), addressOf('mia'))).status).toBe(200)
  const names = (await channelOf('uma')).members?.map((one) => one.username)
  expect(names).toEqual(expect.arrayContaining([addressOf('victor'), addressOf('mia')]))
  expect(rowsOf(await call('uma', 'GET', `/${channel}/presence`), 'presence')).toEqual([])
})

test('messages become a case that quotes them, with their files and authors', async () => {
  const one = await send('uma', 'show cable modem takes *40 s*', {}, { 'cm.log': 'slow' })
  const two = await send('ugo', 'Same here')
  const stamps = [two.body.timestamp, one.body.timestamp]
  const draft = '/issues/draft?account=acme'
  await desk.call('vera', 'PUT', draft, { draft: { subject: 'Half a' } })
  const filed = await call('vera', 'POST', `/${channel}/message/case`, { timestamps: stamps })
  expect(filed.status, filed.text).toBe(201)
  expect((await desk.call('vera', 'GET', draft)).body.draft).toEqual({ subject: 'Half a' })
  expect(filed.body).toMatchObject({ subject: 'show cable modem takes 40 s', files: 1 })
  const stored = (await desk.call('uma', 'GET', `/issues/${filed.body.caseKey}`)).body
  expect(stored.description).toContain('> show cable modem takes *40 s*')
  expect(stored.description).toContain(`/chat?channel=${channel}&message=${one.body.timestamp}`)
  expect(stored.watchers?.map((user) => user.username)).toEqual(
    expect.arrayContaining(['ugo', 'uma', 'vera'].map((name) => addressOf(name as Name))),
  )
  expect(stored.attachmentCount).toBe(1)
  const messages = rowsOf(await list('uma', '?size=2'), 'messages')
  expect(messages.map(({ caseKey }) => caseKey)).toEqual([filed.body.caseKey, filed.body.caseKey])
  const none = await call('vera', 'POST', `/${channel}/message/case`, { timestamps: ['1.000000'] })
  expect(none.body.code).toBe('message-not-found')
})

test('a case has a channel with its users, an internal case has none', async () => {
  const plain = { subject: 'Room', description: '', priority: 'LOW' }
  const { key } = (await desk.call('uma', 'POST', '/issues?account=acme', plain)).body
  const address = `/issues/chat?issueKey=${key}`
  expect((await desk.call('uma', 'GET', address)).body.code).toBe('channel-not-found')
  expect((await desk.call('vera', 'POST', address, { usernames: [] })).status).toBe(400)
  const opened = await desk.call('vera', 'POST', address, { usernames: [addressOf('uma')] })
  expect(opened.status, opened.text).toBe(201)
  expect(opened.body).toMatchObject({ caseKey: key, account: 'acme', caseSubject: 'Room' })
  expect((await desk.call('uma', 'GET', address)).body.id).toBe(opened.body.id)
  const sent = await call('uma', 'POST', `/${opened.body.id}/message/form`, form('Beside the case'))
  expect(sent.status).toBe(201)
  expect(textsOf(await list('uma', '?q=beside'))).toEqual([])
  const again = await desk.call('vera', 'POST', address, { usernames: [addressOf('ugo')] })
  expect(again.body.members?.length).toBe(3)
  const secret = (await desk.call('vera', 'POST', '/issues?account=acme', { ...plain, internal: true })).body.key
  const rejected = await desk.call('vera', 'POST', `/issues/chat?issueKey=${secret}`, {
    usernames: [addressOf('victor')],
  })
  expect(rejected.body.code).toBe('chat-case-internal')
  expect((await desk.call('uma', 'GET', `/issues/chat?issueKey=${secret}`)).status).toBe(404)
})

test('without chat in the plan, the channel can be read and not written', async () => {
  const facet = `(select id from facets where name = 'facet-chat-enabled')`
  await desk.portal.pool.query(
    `insert into facet_overrides (account_id, facet_id, is_infinity, boolean_value) values ($1, ${facet}, false, false)`,
    [ids.acme],
  )
  expect((await channelOf('uma')).enabled).toBe(false)
  expect((await list('uma')).status).toBe(200)
  for (const reply of [
    await send('uma', 'x'),
    await note('vera', 'x'),
    await call('vera', 'POST', `/${channel}/members`, { usernames: [addressOf('mia')] }),
    await call('vera', 'POST', `?accountId=${ids.acme}`),
  ])
    expect([reply.status, reply.body.code]).toEqual([409, 'chat-not-in-plan'])
  await desk.portal.pool.query('delete from facet_overrides where account_id = $1', [ids.acme])
})

test('the channel that is asked for is found beyond the first page of channels', async () => {
  const { pool } = desk.portal
  await pool.query(
    `insert into accounts (name, display_name, region, project_key) select 'talker-' || n, 'Talker ' || n, 'EMEA', 'TALK' || n from generate_series(1, 201) n on conflict do nothing`,
  )
  await pool.query(
    `insert into chat_channels (account_id) select id from accounts where name like 'talker-%' on conflict do nothing`,
  )
  await pool.query(
    `update chat_channels set message_ts = (select max(message_ts) + 1 from chat_channels) where account_id in (select id from accounts where name like 'talker-%')`,
  )
  const first = rowsOf(await call('vera', 'GET', '/search?size=200'), 'channels')
  expect([first.length, first.some(({ id }) => String(id) === channel)]).toEqual([200, false])
  const ask = async (query: string) =>
    rowsOf(await call('vera', 'GET', `/search?${query}`), 'channels').map(({ id }) => id)
  expect(await ask(`accountId=${ids.acme}&main=true`)).toEqual([channel])
  expect(await ask(`accountId=${ids.acme}&id=${channel}`)).toEqual([channel])
  expect(await ask(`accountId=${ids.acme}&id=${other}`)).toEqual([])
  expect(rowsOf(await call('uma', 'GET', `/search?id=${other}`), 'channels')).toEqual([])
})

test('members are notified of their first unread message, and users of a mention, unless they have the chat open', async () => {
  const { pool } = desk.portal
  const notified = (kind: string, face = '') => notifiedOf(pool, `chat.${kind}`, `chat-${channel}${face}`)
  const readAll = (name: Name, face = '') =>
    call(name, 'POST', `/${channel}${face}/read`, { timestamp: '9999999999.000000' })
  await pool.query('delete from notifications')
  await pool.query('delete from chat_presence')
  for (const name of ['uma', 'ugo', 'vera', 'victor'] as const) await readAll(name)
  await readAll('vera', '/internal')
  await readAll('victor', '/internal')
  await pool.query(`insert into chat_presence (channel_id, user_id) values ($1, $2)`, [channel, desk.ids.ugo])
  await send('vera', 'One')
  await send('vera', 'Two')
  await expect.poll(() => notified('message')).toEqual([addressOf('uma'), addressOf('victor')].sort())
  await send('vera', `@${addressOf('uma')} and @${addressOf('bob')}, three`)
  await expect.poll(() => notified('mentioned')).toEqual([addressOf('uma')])
  expect(await notified('message')).toEqual([addressOf('uma'), addressOf('victor')].sort())
  const { rows } = await pool.query(`select * from notifications where kind like 'chat.%'`)
  expect(JSON.stringify(rows)).not.toMatch(/One|Two|three/)
  // What was read has nothing to notify of, for its reader alone.
  await readAll('uma')
  expect([await notified('message'), await notified('mentioned')]).toEqual([[addressOf('victor')], []])
  const inside = await note('vera', `Inside, @${addressOf('uma')}`)
  await expect.poll(() => notified('message', '-internal')).toEqual([addressOf('victor')])
  expect(await notified('mentioned', '-internal')).toEqual([])
  await call('vera', 'DELETE', `/${channel}/internal/message?timestamp=${inside.body.timestamp}`)
  await expect.poll(() => notified('message', '-internal')).toEqual([])
})
