import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('the preload links of the queue are what it requests, once each', async () => {
  const page = await stage.openPage('tacManager')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url().replace(stage.app.url, '')))
  const response = await page.goto('/support')
  await page.locator('[role=grid] tbody tr').first().waitFor()
  await page.waitForLoadState('networkidle')
  const named = [...((await response?.headerValue('link')) ?? '').matchAll(/<([^>]+)>/g)].map(([, url]) => url ?? '')
  expect(named.filter((url) => url.includes('/issues/search'))).toHaveLength(1)
  for (const url of named) expect([url, requested.filter((one) => one === url).length]).toEqual([url, 1])
  const [list] = named.filter((url) => url.includes('/issues/search'))
  expect(requested.filter((url) => url.includes('/issues/search'))).toEqual([list])
})
