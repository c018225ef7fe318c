import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, killTree, startProduct } from './product-process.ts'

const rounds = Number(process.env.SOAK_ROUNDS ?? 3)
const email = 'samuel.adeyemi@harmonic.example'

test(
  `kill -9 of the whole process tree under writes, ${rounds} rounds: nothing acknowledged is lost, nothing is doubled`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headend-kill-'))
    await chmod(folder, 0o755)
    const env = {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DEMO: 'on',
      LOG_LEVEL: 'fatal',
    }
    const acknowledged = new Map<string, string>()
    const readyAgain: number[] = []
    let product = await startProduct(env)
    try {
      const cli = (...args: string[]) =>
        execFileSync(process.execPath, ['dist/portal/cli.js', ...args], { env, encoding: 'utf8' })
      const token = /hdt_[\w-]+/.exec(cli('user', 'token', email, '--name', 'kill'))![0]

      for (let round = 0; round < rounds; round += 1) {
        const writers = Array.from({ length: 4 }, () => writeUntilDeath(env.PORT, token, acknowledged))
        await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700))
        killTree(product, env.DATA_DIR)
        const unanswered = (await Promise.all(writers)).flat()
        const began = Date.now()
        product = await startProduct(env)
        readyAgain.push(Date.now() - began)
        for (const [key, subject] of unanswered) acknowledged.set(subject, await file(env.PORT, token, key, subject))
      }

      expect(acknowledged.size).toBeGreaterThan(rounds)
      for (const [subject, key] of acknowledged)
        expect([subject, await keysWith(env.PORT, token, subject)]).toEqual([subject, [key]])
      expect(cli('audit', 'verify')).toContain('holds')
      console.info(`ready again after ${readyAgain.join(', ')} ms; ${acknowledged.size} cases`)
    } finally {
      killTree(product, env.DATA_DIR)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  120_000 + rounds * 30_000,
)

/** Files cases until the product dies; answers those whose fate it does not know: idempotency key and subject. */
async function writeUntilDeath(
  port: string,
  token: string,
  acknowledged: Map<string, string>,
): Promise<[string, string][]> {
  for (;;) {
    const key = randomUUID()
    const subject = `Kill ${key}`
    try {
      acknowledged.set(subject, await file(port, token, key, subject))
    } catch {
      return [[key, subject]]
    }
  }
}

async function file(port: string, token: string, key: string, subject: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/plugins/jira/issues?account=larkspur-cable`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ subject, description: 'Under load.', priority: 'LOW' }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { key: string }).key
}

async function keysWith(port: string, token: string, subject: string): Promise<string[]> {
  const response = await fetch(
    `http://127.0.0.1:${port}/api/plugins/jira/issues/search?subjectContains=${encodeURIComponent(subject)}`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  )
  const { _embedded } = (await response.json()) as { _embedded: { issues: { key: string }[] } }
  return _embedded.issues.map(({ key }) => key)
}
