import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../features/platform/webhooks/snippets/verify.mjs'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let endpoint: Server
let status = 200
const received: { headers: Record<string, string>; body: string }[] = []

beforeAll(async () => {
  endpoint = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(endpoint, 'listening')
  const host = `127.0.0.1:${(endpoint.address() as AddressInfo).port}`
  stage = await startE2eApp({ PRIVATE_HOSTS: host })
})
afterAll(async () => {
  await stage.close()
  endpoint.closeAllConnections()
  endpoint.close()
})

test('a manager creates a webhook, sees a test event fail and a replay arrive, and verifies it with the secret shown once', async () => {
  const page = await stage.openPage('manager')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('No webhooks').waitFor()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('https://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'New webhook' }).click()
  await dialog.getByText('must be a public address').waitFor()
  const { port } = endpoint.address() as AddressInfo
  await dialog.getByLabel('URL').fill(`http://127.0.0.1:${port}/hook`)
  await dialog.getByRole('button', { name: 'New webhook' }).click()
  const secret = await page.locator('code', { hasText: 'whsec_' }).textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: `http://127.0.0.1:${port}/hook` }).click()

  status = 503
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('it responded with status 503').first().waitFor()
  status = 200
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await dialog.getByText('1 message waits').waitFor()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Delivered', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Replay Test event webhook.test' }).click()
  await page.getByText('Delivered', { exact: true }).nth(1).waitFor()
  const { headers, body } = received.at(-1)!
  expect(verify(headers, body, secret!)).toBe(true)
  expect(new Set(received.map((one) => one.headers['webhook-id'])).size).toBe(1)
  expect(stage.complaints).toEqual([])
})
