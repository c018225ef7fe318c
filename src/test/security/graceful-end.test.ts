import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, killTree, startProduct } from '#test/product-process.ts'

/** Runs in the product's process: at a signal a promise is rejected that nobody looks at. */
const rejecting = `data:text/javascript,process.on('SIGUSR2',()=>{Promise.reject('of the test')})`

test('rejected promises do not end the product; SIGTERM under load answers what is under way, loses nothing, and ends with 0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headend-term-'))
  await chmod(folder, 0o755)
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    DEMO: 'on',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  }
  let product = await startProduct({ ...env, NODE_OPTIONS: `--import ${rejecting.replaceAll(' ', '%20')}` })
  try {
    const cli = (...args: string[]) =>
      execFileSync(process.execPath, ['dist/portal/cli.js', ...args], { env, encoding: 'utf8' })
    const token = /hdt_[\w-]+/.exec(cli('user', 'token', 'samuel.adeyemi@harmonic.example', '--name', 'term'))![0]
    const acknowledged: string[] = []
    const writers = Array.from({ length: 4 }, () => writeUntilRefused(env.PORT, token, acknowledged))
    for (let wanted = 5; wanted <= 20; wanted += 5) {
      product.kill('SIGUSR2')
      while (acknowledged.length < wanted) await pauseOr(writers)
    }
    const ended = once(product, 'exit')
    product.kill('SIGTERM')
    const fates = await Promise.all(writers)
    expect(await ended).toEqual([0, null])
    // Nobody was cut off in the middle of an answer: refused before it was taken, or told to come again.
    expect(fates.filter((fate) => fate !== 'refused')).toEqual([])

    product = await startProduct(env)
    for (const subject of acknowledged)
      expect([subject, await casesWith(env.PORT, token, subject)]).toEqual([subject, 1])
    expect(cli('audit', 'verify')).toContain('holds')
  } finally {
    killTree(product, env.DATA_DIR)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}, 120_000)

/** A moment; a writer that ends by itself ends the waiting too, and fails the test later. */
function pauseOr(writers: readonly Promise<string>[]): Promise<unknown> {
  return Promise.race([
    new Promise((resolve) => setTimeout(resolve, 20)),
    ...writers.map(async (fate) => Promise.reject(new Error(await fate))),
  ])
}

async function writeUntilRefused(port: string, token: string, acknowledged: string[]): Promise<string> {
  for (;;) {
    const subject = `Term ${randomUUID()}`
    try {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/plugins/jira/issues?account=larkspur-cable`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ subject, description: 'Under load.', priority: 'LOW' }),
      })
      if (status === 201) acknowledged.push(subject)
      else return status === 503 ? 'refused' : `answered ${status}`
    } catch (failure) {
      const { code } = (failure as { cause: { code?: string } }).cause
      return code === 'ECONNREFUSED' || code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
        ? 'refused'
        : `failed ${code}`
    }
  }
}

async function casesWith(port: string, token: string, subject: string): Promise<number> {
  const address = `http://127.0.0.1:${port}/api/plugins/jira/issues/count?subjectContains=${encodeURIComponent(subject)}`
  const { count } = (await (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).json()) as {
    count: number
  }
  return count
}
