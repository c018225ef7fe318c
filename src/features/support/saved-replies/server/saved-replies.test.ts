import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { fillReply, type ReplyVariable, replyFault } from '../contract.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

const url = '/saved-replies'
const save = (body: object, who: Name = 'vera') => desk.call(who, 'POST', url, body)
const list = async () => rowsOf(await desk.call('vera', 'GET', url), 'savedReplies')
const body = 'Hello {{case.reporter}},\n\n{{case.key}} is fixed in {{case.version}}.'

test('staff save, change and delete replies; each is recorded, and the list is by name', async () => {
  const created = await save({ name: ' Log files ', body: 'Please attach the log.' })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ name: 'Log files', updatedBy: 'Vera Vendor', version: 1 })
  expect((await save({ name: 'fixed', body })).status).toBe(201)
  expect((await list()).map(({ name }) => String(name))).toEqual(['fixed', 'Log files'])

  const path = `${url}/${String(created.body.id)}`
  const changed = await desk.call('tom', 'PATCH', path, { body: 'Attach {{case.key}}.log.' }, { 'if-match': '"1"' })
  expect(changed.body).toMatchObject({ name: 'Log files', body: 'Attach {{case.key}}.log.', version: 2 })
  expect((await desk.call('vera', 'PATCH', path, { name: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await desk.call('vera', 'DELETE', path, undefined, { 'if-match': '"1"' })).status).toBe(412)
  expect((await desk.call('vera', 'DELETE', path, undefined, { 'if-match': '"2"' })).status).toBe(204)
  expect((await list()).map(({ name }) => String(name))).toEqual(['fixed'])
  expect((await desk.call('vera', 'PATCH', path, { name: 'x' })).body.code).toBe('saved-reply-not-found')
  const { rows } = await desk.portal.pool.query(
    `select name, actor_id from events where subject = 'saved-reply' order by id`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'saved-reply.created',
    'saved-reply.created',
    'saved-reply.edited',
    'saved-reply.deleted',
  ])
})

test('a name twice, an unknown variable, an open {{ and empty texts are errors of their field', async () => {
  for (const [given, path] of [
    [{ name: 'FIXED', body }, 'name'],
    [{ name: 'a', body: 'Hello {{user.password}}' }, 'body'],
    [{ name: 'a', body: 'Hello {{case.key' }, 'body'],
    [{ name: 'a', body: ' \n' }, 'body'],
    [{ name: ' ', body }, 'name'],
    [{ name: 'a\u0000', body }, 'name'],
    [{ name: 'a', body: 'x'.repeat(20_001) }, 'body'],
  ] as const)
    expect((await save(given)).body, path).toMatchObject({ status: 400, fields: [{ path }] })
  expect(await list()).toHaveLength(1)
  const twice = await Promise.all(Array.from({ length: 5 }, () => save({ name: 'At once', body: 'x' })))
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
})

test('customers neither read nor write saved replies', async () => {
  const id = String((await list())[0]!.id)
  for (const who of ['mia', 'uma', 'carl', 'finn', 'bob'] as const) {
    expect((await desk.call(who, 'GET', url)).status, who).toBe(403)
    expect((await save({ name: 'x', body: 'x' }, who)).status, who).toBe(403)
    expect((await desk.call(who, 'PATCH', `${url}/${id}`, { name: 'x' })).status, who).toBe(403)
    expect((await desk.call(who, 'DELETE', `${url}/${id}`)).status, who).toBe(403)
  }
})

const values: Record<ReplyVariable, string | null> = {
  'case.key': 'ACME-7',
  'case.subject': '**Down** [here](javascript:alert(1)) <img src=x onerror=alert(1)> @[x](y)',
  'case.reporter': 'Uma\n# User {{case.key}}',
  'case.assignee': null,
  'case.product': ' ',
  'case.version': '3.25.0',
  'account.name': 'acme',
  'user.name': 'Vera',
}

test('variables are filled once; a value is text, whatever it contains', () => {
  expect(fillReply(body.replace('{{case.reporter}}', '{{ account.name }}'), values)).toBe(
    'Hello acme,\n\nACME-7 is fixed in 3\\.25.0.',
  )
  expect(fillReply('{{case.assignee}} {{case.product}} {{other}}', values)).toBe('– – –')
  const hostile = fillReply('{{case.subject}}|{{case.reporter}}', values)
  expect(hostile).toContain('\\*\\*Down\\*\\*')
  expect(hostile).toContain('\\<img')
  expect(hostile).toContain('\\[here\\]\\(')
  expect(hostile).toContain('Uma \\# User \\{\\{case.key\\}\\}')
  expect(replyFault('{{case.key}} {{ user.name }}')).toBeNull()
  expect(replyFault('{{case.key')).toBe('unclosed')
  expect(replyFault('{{nobody}}')).toEqual({ unknown: 'nobody' })
})
