import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from './product-process.ts'

test('a start and a stop by Ctrl-C, passed on twice as npm does, print nothing on stderr and end with status 0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headend-start-'))
  await chmod(folder, 0o755)
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), DEMO: 'off' }
  const product = spawn(process.execPath, ['dist/portal/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  product.stderr.on('data', (text: Buffer) => {
    said += String(text)
  })
  await new Promise<void>((resolve) =>
    product.stdout.on('data', (text: Buffer) => String(text).includes(' is at ') && resolve()),
  )
  const ended = once(product, 'exit')
  product.kill('SIGINT')
  product.kill('SIGINT')
  expect([(await ended)[0], said]).toEqual([0, ''])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})
