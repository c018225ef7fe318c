import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SoftwareDesk, type SoftwareName, softwareApp } from '#test/software-app.ts'
import type { ChecklistStep, OnboardingChecklist } from '../contract.ts'

let desk: SoftwareDesk
beforeAll(async () => {
  desk = await softwareApp()
})
afterAll(() => desk.close())

const read = (as: SoftwareName, account = 'acme') =>
  desk.call(as, 'GET', `/api/accounts/${account}/onboarding-checklist`)
const reached = async (as: SoftwareName): Promise<ChecklistStep[]> =>
  ((await read(as)).body as unknown as OnboardingChecklist).steps.flatMap(({ step, done }) => (done ? [step] : []))

test('each step is computed and sent live; when all are reached the checklist is complete', async () => {
  expect(await reached('mia')).toEqual(['region'])
  const live = await desk.live('mia')
  await live.subscribe('r', '/topic/onboarding-checklist/acme')
  expect(await reached('mia')).toEqual(['signOn', 'region'])
  const notified = async (count: number) => expect.poll(() => live.messages.length).toBeGreaterThanOrEqual(count)
  await desk.call('ada', 'POST', '/api/account/whitelist/acme', { email: 'acme.example' })
  expect(await reached('mia')).toEqual(['domains', 'signOn', 'region'])
  await notified(1)
  const unlimited = { facet: { name: 'facet-users-max-users' }, constraintValue: { isInfinity: true } }
  expect((await desk.call('ada', 'PUT', '/api/accounts/acme/plan-facets', [unlimited])).status).toBe(200)
  expect(await reached('mia')).toEqual(['domains', 'signOn', 'plan', 'region'])
  await notified(2)
  const bundle = await desk.bundle()
  await desk.upload(bundle, 'notes.txt', 'hello')
  const release = await desk.release(bundle)
  expect(await reached('mia')).not.toContain('firstRelease')
  await desk.deliver(release)
  expect(await reached('mia')).toContain('firstRelease')
  await notified(3)
  const filed = await desk.call('mia', 'POST', '/api/plugins/jira/issues?account=acme', {
    priority: 'LOW',
    subject: 'First',
    description: 'x',
  })
  expect(filed.status).toBeLessThan(300)
  expect((await read('mia')).body).toEqual({
    account: 'acme',
    complete: true,
    steps: ['domains', 'signOn', 'plan', 'region', 'firstRelease', 'firstCase'].map((step) => ({ step, done: true })),
  })
  await notified(4)
  await desk.call('ada', 'DELETE', '/api/account/whitelist/acme/acme.example')
  expect(await reached('ada')).not.toContain('domains')
  await notified(5)
  live.websocket.terminate()
})

test('only those who onboard the account, and its own managers, see it', async () => {
  for (const name of ['uma', 'finn', 'vera', 'rita'] as const) expect((await read(name)).status).toBe(403)
  expect([(await read('mia', 'blue')).status, (await read('ada', 'nowhere')).status]).toEqual([404, 404])
})
