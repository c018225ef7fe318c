import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openProduct } from './product-process.ts'

const email = 'samuel.adeyemi@harmonic.example'

test('a backup as documented is restored: stop, copy, keep the key apart, put both back, start', async () => {
  const product = await openProduct({ SECRET_KEY: undefined })
  const folder = dirname(product.data)
  const [copy, safe] = [join(folder, 'copy'), join(folder, 'safe')]
  try {
    const token = product.tokenOf(email)
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(product.url + path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
    const filed = await ask('/api/plugins/jira/issues?account=larkspur-cable', {
      method: 'POST',
      body: JSON.stringify({ subject: 'Before the backup', description: 'Kept.', priority: 'LOW' }),
    })
    const { key } = (await filed.json()) as { key: string }

    const ended = once(product.process, 'exit')
    product.process.kill('SIGTERM')
    await ended
    const postmaster = join(product.data, 'postgres', 'data', 'postmaster.pid')
    await expect.poll(() => existsSync(postmaster), { timeout: 60_000 }).toBe(false)
    execFileSync('cp', ['-aL', product.data, copy])
    await mkdir(safe)
    await rename(join(copy, 'secret.key'), join(safe, 'secret.key'))
    await rm(product.data, { recursive: true })
    await rename(copy, product.data)

    // Without the key the start is rejected in one line.
    const env = { ...process.env, DATA_DIR: product.data, DEMO: 'on', PORT: '0', SECRET_KEY: undefined }
    const { status, stderr } = spawnSync(process.execPath, ['dist/portal/main.js'], { env, encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/secret\.key|SECRET_KEY/)])

    await rm(join(product.data, 'secret.key'), { force: true })
    await rename(join(safe, 'secret.key'), join(product.data, 'secret.key'))
    await product.start()
    const read = await ask(`/api/plugins/jira/issues/${key}`)
    expect([read.status, ((await read.json()) as { subject: string }).subject]).toEqual([200, 'Before the backup'])
    expect(product.run('audit', 'verify')).toContain('is intact')
  } finally {
    await product.close()
  }
}, 240_000)
