import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('the preload links of the queue are what it requests, once each', async () => {
  const page = await stage.enter('tacManager')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(stage.app.url, '')))
  const answer = await page.goto('/support')
  await page.locator('[role=grid] tbody tr').first().waitFor()
  await page.waitForLoadState('networkidle')
  const named = [...((await answer?.headerValue('link')) ?? '').matchAll(/<([^>]+)>/g)].map(([, url]) => url ?? '')
  expect(named.filter((url) => url.includes('/issues/search'))).toHaveLength(1)
  for (const url of named) expect([url, asked.filter((one) => one === url).length]).toEqual([url, 1])
  const [list] = named.filter((url) => url.includes('/issues/search'))
  expect(asked.filter((url) => url.includes('/issues/search'))).toEqual([list])
})
