import type { WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('a cut live channel is shown, reconnects, and delivers what was missed', async () => {
  const page = await stage.open()
  let line = Promise.resolve()
  let fix = () => {}
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/api\/ws$/, async (socket) => {
    await line
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.goto('/signin')
  await stage.signIn(page, emailOf('engineer'))
  const state = page.locator('header [role=status][data-state]')
  await state.and(page.getByText('Live', { exact: true })).waitFor()
  await page.goto('/support')
  await page.getByRole('grid').waitFor()
  await state.and(page.getByText('Live', { exact: true })).waitFor()
  await fileCase('Filed while all were connected')
  await page.getByText('1 new', { exact: true }).waitFor()

  line = new Promise((resolve) => {
    fix = resolve
  })
  // The state lasts only a moment, and may be over when the sockets are closed.
  const offline = state.and(page.getByText('Offline', { exact: true })).waitFor()
  await Promise.all(sockets.map((socket) => socket.close({ code: 1012 })))
  await offline
  await fileCase('Filed while no page was connected')
  await state.and(page.getByText('Connecting', { exact: true })).waitFor()
  expect(await page.getByText('1 new', { exact: true }).count()).toBe(1)
  fix()
  await state.and(page.getByText('Live', { exact: true })).waitFor()
  await page.getByText('2 new', { exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'Filed while no page was connected' }).waitFor()
  expect(stage.complaints).toEqual([])
})

async function fileCase(subject: string): Promise<void> {
  const customer = await signIn(stage.app.url, emailOf('user'), 'Coax-42-Lantern!')
  const filed = await customer.call('/api/plugins/jira/issues?account=nordfeld-kabel', {
    method: 'POST',
    json: { subject, description: 'The channel was cut.', priority: 'LOW' },
  })
  expect(filed.status).toBe(201)
}
