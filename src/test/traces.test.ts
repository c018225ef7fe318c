import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

test('what npm start runs names our sources in its traces, wherever it is started', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headend-traces-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // A database server that closes every connection: a failure without a message of the portal's own.
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = { PATH: process.env.PATH, DATABASE_URL: `postgres://127.0.0.1:${port}/none`, SECRET_KEY: 'x'.repeat(32) }
  const program = resolve('dist/portal/main.js')
  const failure = await promisify(execFile)(process.execPath, [program], { cwd: folder, env }).catch((error) => error)
  expect(failure.stderr).toContain(`${resolve('src/kit/server/clock.ts')}:`)
  expect(failure.stderr).not.toContain('/start-portal-')
})
