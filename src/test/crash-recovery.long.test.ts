import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openProduct } from './product-process.ts'
import { smallWorld } from './small-world.ts'

const rounds = Number(process.env.SOAK_ROUNDS ?? 3)
const email = 'samuel.adeyemi@harmonic.example'

test(
  `kill -9 of the whole process tree under writes, ${rounds} rounds: nothing acknowledged is lost, nothing is doubled`,
  async () => {
    const acknowledged = new Map<string, string>()
    const readyAgain: number[] = []
    const product = await openProduct({ DEMO: 'off' })
    try {
      await product.query(smallWorld)
      const token = product.tokenOf(email)

      for (let round = 0; round < rounds; round += 1) {
        const writers = Array.from({ length: 4 }, () => writeUntilDeath(product.url, token, acknowledged))
        await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700))
        product.kill()
        const unanswered = (await Promise.all(writers)).flat()
        const began = Date.now()
        await product.start()
        readyAgain.push(Date.now() - began)
        for (const [key, subject] of unanswered) acknowledged.set(subject, await file(product.url, token, key, subject))
      }

      expect(acknowledged.size).toBeGreaterThan(rounds)
      for (const [subject, key] of acknowledged)
        expect([subject, await keysWith(product.url, token, subject)]).toEqual([subject, [key]])
      expect(product.run('audit', 'verify')).toContain('is intact')
      console.info(`ready again after ${readyAgain.join(', ')} ms; ${acknowledged.size} cases`)
    } finally {
      await product.close()
    }
  },
  120_000 + rounds * 30_000,
)

/** Files cases until the product dies; returns those without a known result: idempotency key and subject. */
async function writeUntilDeath(
  url: string,
  token: string,
  acknowledged: Map<string, string>,
): Promise<[string, string][]> {
  for (;;) {
    const key = randomUUID()
    const subject = `Kill ${key}`
    try {
      acknowledged.set(subject, await file(url, token, key, subject))
    } catch {
      return [[key, subject]]
    }
  }
}

async function file(url: string, token: string, key: string, subject: string): Promise<string> {
  const response = await fetch(`${url}/api/plugins/jira/issues?account=larkspur-cable`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ subject, description: 'Under load.', priority: 'LOW' }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { key: string }).key
}

async function keysWith(url: string, token: string, subject: string): Promise<string[]> {
  const response = await fetch(`${url}/api/plugins/jira/issues/search?subjectContains=${encodeURIComponent(subject)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { _embedded } = (await response.json()) as { _embedded: { issues: { key: string }[] } }
  return _embedded.issues.map(({ key }) => key)
}
