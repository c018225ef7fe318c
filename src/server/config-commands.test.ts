import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type TestUser, userWith } from '#test/factories.ts'
import { appDefinition } from './app.ts'
import { portalConfigCommands } from './config-commands.ts'

let source: TestApp
let target: TestApp
let central: TestUser

beforeAll(async () => {
  source = await testApp()
  target = await testApp({ env: { SESSION_HOURS: '6' } })
  central = await userWith(source, 'CENTRAL')
})
afterAll(async () => {
  await target.close()
  await source.close()
})

function run({ portal: { db, config } }: TestApp, command: 'export' | 'plan' | 'apply', text = '') {
  return portalConfigCommands(config, appDefinition.features)[command]!(db, text)
}
async function send(method: string, path: string, body: object) {
  const headers = { ...central.headers, 'content-type': 'application/json' }
  return (await fetch(source.url + path, { method, headers, body: JSON.stringify(body) })).status
}
const events = async ({ portal }: TestApp) =>
  (
    await portal.pool.query(
      `select name, actor_name as by from events where name ~ '^(settings|common-config)' order by id`,
    )
  ).rows

test('a configuration that is exported and applied on an empty portal exports the same text there', async () => {
  const values = { 'uploads.limit': 40, 'links.trusted-hosts': ['wiki.example.com', 'desk.example.com'] }
  expect(await send('PUT', '/api/settings', { values })).toBe(200)
  expect(await send('POST', '/api/common/configs', { type: 'SERVICE_DESK', url: 'https://desk.example/' })).toBe(201)
  const { text } = await run(source, 'export')
  expect(JSON.parse(text)).toEqual({ version: 1, settings: values, links: { SERVICE_DESK: 'https://desk.example/' } })

  const plan = await run(target, 'plan', text)
  expect([plan.hasChanges, plan.text.split('\n')]).toEqual([
    true,
    [
      '+ settings.links.trusted-hosts: ["wiki.example.com","desk.example.com"]',
      '+ settings.uploads.limit: 40',
      '+ links.SERVICE_DESK: "https://desk.example/"',
      '3 to change.',
    ],
  ])
  await run(target, 'apply', plan.file)
  expect((await run(target, 'export')).text).toBe(text)
  expect(await run(target, 'plan', text)).toMatchObject({ text: 'Nothing to change.', hasChanges: false })
  const by = 'configuration file'
  expect(await events(target)).toEqual([
    { name: 'settings.edited', by },
    { name: 'common-config.created', by },
  ])
})

test('a value that is not in the file is removed, one that the environment locks stays and is named', async () => {
  const file = { version: 1, settings: { 'sign-in.session-hours': 12, 'uploads.limit': 50 }, links: {} }
  const plan = await run(target, 'plan', JSON.stringify(file))
  expect(plan.text.split('\n')).toEqual([
    '- settings.links.trusted-hosts: ["wiki.example.com","desk.example.com"]',
    '- links.SERVICE_DESK: "https://desk.example/"',
    '! settings.sign-in.session-hours: stays, because SESSION_HOURS of the environment sets it',
    '~ settings.uploads.limit: 40 -> 50',
    '3 to change.',
  ])
  await run(target, 'apply', plan.file)
  expect(JSON.parse((await run(target, 'export')).text)).toEqual({
    version: 1,
    settings: { 'uploads.limit': 50 },
    links: {},
  })
})

test('a plan that is out of date changes nothing', async () => {
  const plan = await run(source, 'plan', '{"version": 1}')
  expect(await send('PUT', '/api/settings', { values: { 'uploads.limit': 41 } })).toBe(200)
  const before = (await run(source, 'export')).text
  await expect(run(source, 'apply', plan.file)).rejects.toThrow(
    'the configuration was changed after this plan was made',
  )
  expect((await run(source, 'export')).text).toBe(before)
})

test('when one change fails, none is made', async () => {
  const links = { ANALYTICS_URL: 'https://analytics.example/' }
  const plan = await run(source, 'plan', JSON.stringify({ version: 1, settings: { 'uploads.limit': 42 }, links }))
  const before = (await run(source, 'export')).text
  await source.portal.pool.query('alter table common_configs add constraint no_new_links check (id < 0) not valid')
  await expect(run(source, 'apply', plan.file)).rejects.toThrow('no_new_links')
  await source.portal.pool.query('alter table common_configs drop constraint no_new_links')
  expect((await run(source, 'export')).text).toBe(before)
})

test('when its connection is killed in the middle, no change is made, and the same plan applies afterwards', async () => {
  const links = { ANALYTICS_URL: 'https://analytics.example/' }
  const plan = await run(source, 'plan', JSON.stringify({ version: 1, settings: { 'uploads.limit': 43 }, links }))
  const before = (await run(source, 'export')).text
  const holder = await source.portal.pool.connect()
  try {
    // The first section is written then, and the second one waits.
    await holder.query(`create function wait_in_the_middle() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return new; end $$`)
    await holder.query('create trigger waits before insert on common_configs execute function wait_in_the_middle()')
    await holder.query('select pg_advisory_lock(4711)')
    const rejected = expect(run(source, 'apply', plan.file)).rejects.toThrow()
    const kill = async () =>
      (
        await holder.query(
          `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
        )
      ).rowCount
    await expect.poll(kill).toBe(1)
    await rejected
    await holder.query('drop function wait_in_the_middle cascade')
    await holder.query('select pg_advisory_unlock(4711)')
  } finally {
    holder.release()
  }
  expect((await run(source, 'export')).text).toBe(before)
  await run(source, 'apply', plan.file)
  expect(JSON.parse((await run(source, 'export')).text)).toMatchObject({ settings: { 'uploads.limit': 43 }, links })
})

test.each([
  ['version: 1', 'the file is not a JSON object'],
  ['{"settings": {}}', 'the file must have "version": 1'],
  ['{"version": 2}', 'the file has version 2: this version of Headend reads 1'],
  ['{"version": 1, "webhooks": {}}', 'webhooks is not a part of the configuration: it has settings, links'],
  ['{"version": 1, "settings": 5}', 'settings must be an object of values by key'],
  ['{"version": 1, "settings": {"no.such": 5}}', 'settings.no.such: There is no setting with this key.'],
  ['{"version": 1, "settings": {"uploads.limit": 0}}', 'settings.uploads.limit: Enter a whole number from 1 to 1024.'],
  [
    '{"version": 1, "links": {"SERVICE_DESK": "javascript:x"}}',
    'links.SERVICE_DESK: Enter an https address without a user name.',
  ],
])('the file %s is rejected with a sentence', async (text, sentence) => {
  await expect(run(source, 'plan', text)).rejects.toThrow(sentence)
})

test.each([
  ['{"version": 1}', 'this is no plan: make one with headend config plan FILE --write PLAN'],
  ['{"state": "x", "configuration": {"version": 2}}', 'the file has version 2: this version of Headend reads 1'],
  ['{"state": "x", "configuration": {"version": 1, "webhooks": {}}}', 'webhooks is not a part of the configuration'],
])('the plan %s is not applied', async (text, sentence) => {
  const before = (await run(source, 'export')).text
  await expect(run(source, 'apply', text)).rejects.toThrow(sentence)
  expect((await run(source, 'export')).text).toBe(before)
})
