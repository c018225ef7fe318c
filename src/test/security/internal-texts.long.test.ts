import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeInternal } from '#features/support/case-access/contract.ts'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { addressOf, type Name, type SupportApp, supportApp } from '#test/support-app.ts'
import { textOfPdf } from '#test/text-of-pdf.ts'
import { parametersOf } from './calls-on-cases.ts'
import { type InternalWorld, makeInternalWorld } from './internal-world.ts'

/** All 200 run in `npm run soak`. */
const SEQUENCES = process.env.HOSTILE_CALLS === 'all' ? 200 : 50
const customers = ['mia', 'uma', 'carl', 'finn'] as const
let desk: SupportApp
let world: InternalWorld

beforeAll(async () => {
  desk = await supportApp()
  world = await makeInternalWorld(desk, SEQUENCES, seed())
})
afterAll(() => desk.close())

test('staff find the internal texts, so that the search below can find them', async () => {
  const found = await Promise.all(
    ['searchCases', 'listInternalComments', 'listRndTexts', 'readRndIssue', 'readKnownIssueNote'].map(async (name) =>
      (await textsOf('adam', endpointNamed(name))).some((text) => text.includes(world.canary)),
    ),
  )
  expect(found).toEqual([true, true, true, true, true])
})

test.for(customers)('no response to a GET of %s has an internal text', async (customer) => {
  const leaks: string[] = []
  for (const endpoint of desk.portal.endpoints.filter(({ method }) => method === 'GET'))
    for (const text of await textsOf(customer, endpoint))
      if (text.includes(world.canary)) leaks.push(`${endpoint.url}: ${around(text)}`)
  expect(leaks).toEqual([])
})

test('no mail to a customer and no live message to more than vendor staff has an internal text', async () => {
  const { db } = desk.portal
  const mails = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('recipient', 'in', customers.map(addressOf))
    .execute()
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.filter((mail) => JSON.stringify(mail).includes(world.canary))).toEqual([])
  const messages = await db.selectFrom('live_messages').selectAll().execute()
  const outside = messages.filter(({ audience, destination }) => {
    const own = /^\/person\/(\d+)\//.exec(destination)?.[1]
    if (own) return customers.some((name) => desk.ids[name] === Number(own))
    return (audience as { name?: string } | null)?.name !== seeInternal.name
  })
  expect(outside.length).toBeGreaterThan(0)
  expect(outside.filter((message) => JSON.stringify(message).includes(world.canary))).toEqual([])
})

test('no error of a customer repeats an internal text', async () => {
  const errors = await Promise.all(
    world.keys
      .slice(0, 20)
      .flatMap((key) => [
        desk.call('uma', 'PATCH', `/issues/${key}`, { priority: 'NONE' }),
        desk.call('uma', 'POST', `/issues/rnd/escalate?issueKey=${key}`, {}),
        desk.call('uma', 'POST', `/issues/links?issueKey=${key}`, { kind: 'BLOCKS', key: 'ACME-99999' }),
        desk.call('uma', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'x' }),
      ]),
  )
  expect(errors.every(({ status }) => status >= 400)).toBe(true)
  expect(errors.filter(({ text }) => text.includes(world.canary))).toEqual([])
})

/** What a user reads at an endpoint: once for each thing of the world that its parameters can name. */
async function textsOf(user: Name, endpoint: AnyEndpoint): Promise<string[]> {
  const texts: string[] = []
  for (const path of world.pathsOf(endpoint.url, parametersOf(endpoint))) {
    const response = await fetch(desk.url + path, { headers: desk.headersOf(user), redirect: 'manual' })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = response.headers.get('content-type')?.startsWith('application/pdf') ? textOfPdf(bytes) : String(bytes)
    // Links of a list repeat its query.
    texts.push(text.replaceAll(`=${world.canary}`, ''))
  }
  return texts
}

function endpointNamed(name: string): AnyEndpoint {
  return desk.portal.endpoints.find((endpoint) => endpoint.name === name)!
}

function around(text: string): string {
  const at = text.indexOf(world.canary)
  return text.slice(Math.max(0, at - 150), at + 60)
}

/** Another order of calls each day; LEAK_SEED repeats one. */
function seed(): number {
  return Number(process.env.LEAK_SEED ?? Math.floor(Date.now() / 86_400_000))
}
