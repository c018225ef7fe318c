import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SilentServer, startSilentServer } from './silent-server.ts'
import { type SupportApp, supportApp } from './support-app.ts'
import { connectTracker, systems } from './trackers/tracker-world.ts'

const outside = { tracker: 'tracker', mail: 'mail', webhook: 'webhook' } as const
const ROUNDS = 20
const silent = new Map<string, SilentServer>()
let app: SupportApp

beforeAll(async () => {
  for (const system of Object.values(outside)) silent.set(system, await startSilentServer())
  const hostOf = (system: string) => silent.get(system)!.host
  app = await supportApp({
    PRIVATE_HOSTS: `${hostOf(outside.tracker)},${hostOf(outside.webhook)}`,
    SMTP_URL: `smtp://${hostOf(outside.mail)}`,
    MAIL_FROM: 'Headend <no-reply@desk.example>',
    RATE_LIMITS: 'off',
  })
  await connectTracker({ app }, systems[0], `http://${hostOf(outside.tracker)}`)
  const made = await app.call('mia', 'POST', '/../../webhooks?account=acme', {
    url: `http://${hostOf(outside.webhook)}`,
    events: ['case.created', 'case.commented'],
  })
  expect(made.status, made.text).toBe(201)
})
afterAll(async () => {
  // The portal ends first: it gives up what it waits for when the other side is gone.
  const closed = app.close()
  for (const server of silent.values()) await server.close()
  await closed
})

const calls = () => [...silent.values()].flatMap((server) => server.calls)
const hanging = () => [...silent].filter(([, server]) => server.calls.some(({ ended }) => !ended)).map(([name]) => name)

/** Makes a call of the portal, and fails if it waited for an outside system: one that it called and that gave up meanwhile. */
async function withoutOutside(name: 'uma' | 'vera', method: string, path: string, body?: object) {
  const before = calls().length
  const reply = await app.call(name, method, path, body)
  expect(reply.status, reply.text).toBeLessThan(300)
  expect(
    calls()
      .slice(before)
      .filter(({ ended }) => ended),
  ).toEqual([])
  return reply
}

test('while tracker, mail server and webhook hang, cases are listed, read, filed and answered without them', async () => {
  const filing = { subject: 'Modems drop', description: 'At night.', priority: 'HIGH' }
  const first = await withoutOutside('uma', 'POST', '/issues?account=acme', filing)
  await withoutOutside('vera', 'POST', `/issues/comment?issueKey=${String(first.body.key)}`, {
    body: 'We look into it.',
  })
  await expect.poll(hanging).toEqual(Object.values(outside))

  for (let round = 0; round < ROUNDS; round += 1) {
    const { body } = await withoutOutside('uma', 'POST', '/issues?account=acme', filing)
    const key = String(body.key)
    await withoutOutside('vera', 'POST', `/issues/comment?issueKey=${key}`, { body: `Round ${round}` })
    await withoutOutside('uma', 'GET', `/issues/${key}`)
    await withoutOutside('uma', 'GET', '/issues/search?account=acme')
  }
  const shown = async () => (await withoutOutside('uma', 'GET', `/issues/${String(first.body.key)}`)).body.sync
  await expect.poll(shown).toMatchObject({ state: 'PENDING' })
})

test('a call that hangs holds no transaction and no lock of the database', async () => {
  await expect.poll(hanging).toEqual(Object.values(outside))
  const began = new Date()
  const held = calls().filter(({ ended }) => !ended)
  const older = async () =>
    (
      await sql`
        select state, query from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start < ${began}`.execute(app.portal.db)
    ).rows
  await expect.poll(older).toEqual([])
  // They hang since before: what ended in between is not theirs.
  expect(held.filter(({ ended }) => !ended).length).toBeGreaterThan(0)
})
