import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoPassword, demoUsers } from '../../src/features/users/demo-users/server/index.ts'
import { freePort } from '../../src/test/product-process.ts'
import { signIn } from '../../src/test/sign-in.ts'
import { pathOfNode } from './node.mjs'

/** The bootstrap installs the one that does not run the tests. */
const other = process.versions.node.startsWith('22.') ? 24 : 22
const node = pathOfNode(other)

test.skipIf(!node)(
  `under Node ${other} the product starts, a user signs in, and Ctrl-C ends it with status 0 and no warning`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headend-node-'))
    await chmod(folder, 0o755)
    const port = await freePort()
    const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(port), DEMO: 'on' }
    const product = spawn(node!, ['dist/portal/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let warnings = ''
    product.stderr.on('data', (text: Buffer) => {
      warnings += String(text)
    })
    await new Promise<void>((resolve) =>
      product.stdout.on('data', (text: Buffer) => String(text).includes(' is at ') && resolve()),
    )
    const user = await signIn(`http://localhost:${port}`, demoUsers.engineer.email, demoPassword)
    expect((await user.call('/api/users/me')).status).toBe(200)
    const ended = once(product, 'exit')
    product.kill('SIGINT')
    expect([(await ended)[0], warnings]).toEqual([0, ''])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
)
