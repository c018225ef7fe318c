import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { discover } from './relying-party.ts'

test('the provider that the operator set may be on this machine, and its responses are still bounded', async () => {
  const server = createServer((_, response) => {
    const padding = 'x'.repeat(2 * 1024 * 1024)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer, padding }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { issuer, clientId: 'portal', clientSecret: undefined, scopes: ['openid'], trusted: true }
  await expect(discover(settings, [])).rejects.toHaveProperty('cause.message', 'the other side sent too much')
})
