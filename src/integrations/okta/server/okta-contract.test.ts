import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Directory } from '#features/user-management/server/index.ts'
import type { Portal } from '#kit/server/portal.ts'
import { type DescribedServer, startDescribedServer } from '#test/directories/described-server.ts'
import { oktaDirectory } from './okta-directory.ts'

const description = new URL('../okta-management.json', import.meta.url)
const who = { subject: '00u1', email: 'ann@acme.example', fullName: 'Ann Acme' }
let okta: DescribedServer
let directory: Directory

beforeAll(async () => {
  okta = await startDescribedServer(JSON.parse(readFileSync(description, 'utf8')))
  const portal = { config: { privateHosts: [okta.host] }, log: pino({ level: 'silent' }) } as unknown as Portal
  directory = oktaDirectory(portal)({ name: 'Okta', url: okta.url, secret: 'a token' })
})
afterAll(() => okta.close())
beforeEach(() => void okta.calls.splice(0))

test.each([
  ['read by id', () => directory.read(who), ['getUser']],
  ['read by address', () => directory.read({ ...who, subject: null }), ['listUsers']],
  ['resetPassword', () => directory.resetPassword(who), ['getUser', 'resetPassword']],
  ['resetFactors', () => directory.resetFactors(who), ['getUser', 'resetFactors']],
  ['endSessions', () => directory.endSessions(who), ['getUser', 'revokeUserSessions']],
  ['suspend', () => directory.follow!(who, 'suspend'), ['getUser', 'suspendUser']],
  ['deactivate', () => directory.follow!(who, 'deactivate'), ['getUser', 'deactivateUser']],
  ['erase', () => directory.erase(who), ['getUser', 'deactivateUser', 'deleteUser']],
] as const)("%s asks what Okta's own description allows", async (_, ask, operations) => {
  await ask()
  expect(okta.calls).toEqual(operations.map((operation) => ({ operation, wrong: null })))
})

test("everybody who changed is asked for as Okta's own description allows", async () => {
  const pages = []
  for await (const page of directory.changedSince!(new Date())) pages.push(page)
  expect(pages[0]?.[0]).toMatchObject({ subject: expect.any(String), state: 'active' })
  expect(okta.calls).toEqual([{ operation: 'listUsers', wrong: null }])
})
