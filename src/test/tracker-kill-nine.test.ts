import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { seededRandom } from '#kit/server/load/seeded.ts'
import { testDatabase } from './database.ts'
import { openProduct, type Product } from './product-process.ts'
import { startFaultProxy } from './trackers/fault-proxy.ts'
import { issueOf, JIRA_LOGIN, startJiraFake } from './trackers/jira-fake.ts'
import { plainOf } from './trackers/texts.ts'

const CASES = process.env.SOAK_ROUNDS ? 200 : 20
/** Of a case: filing it, five comments and four changes of its subject. */
const STEPS = 10
const SEED = Number(process.env.TRACKER_SEED ?? 19)
const ACCOUNT = 'larkspur-cable'
const CONNECTION = `jira:${ACCOUNT}`
const SECRET_KEY = 'a secret key for tests, 32 letters'

test(
  `${CASES * STEPS} writes reach the tracker once and in order, through faults and kill -9 of two processes`,
  async () => {
    const random = seededRandom(SEED)
    const database = await testDatabase()
    const client = new pg.Pool({ connectionString: database.url })
    const fake = await startJiraFake()
    const proxy = await startFaultProxy(fake.url, random, 0)
    const nodes: Product[] = []
    try {
      const env = { DATABASE_URL: database.url, SECRET_KEY, RATE_LIMITS: 'off', PRIVATE_HOSTS: proxy.host }
      for (let n = 0; n < 2; n += 1) nodes.push(await openProduct(env))
      await withoutLimit(client)
      const tokenOf = async (email: string) => {
        const words = ['dist/portal/cli.js', 'user', 'token', email, '--name', 'test']
        const run = promisify(execFile)
        const { stdout } = await run(process.execPath, words, {
          env: { ...process.env, ...env, DATA_DIR: nodes[0]!.data },
        })
        return /hdt_[\w-]+/.exec(stdout)![0]
      }
      const admin = await tokenOf('nora.lindqvist@harmonic.example')
      const staff = await tokenOf('samuel.adeyemi@harmonic.example')
      const send = sender(nodes)
      await send(admin, 'POST', `/plugins/jira/configs?account=${ACCOUNT}`, {
        projectKey: 'PRC',
        projectLabel: 'Pacific Reach',
        targetSystem: 'jira',
        edition: 'cloud',
        url: proxy.url,
        ...JIRA_LOGIN,
      })
      proxy.share = 0.15

      const write = async (index: number) => {
        const filed = await send(staff, 'POST', `/plugins/jira/issues?account=${ACCOUNT}`, {
          subject: `Case ${index}`,
          description: 'Under load.',
          priority: 'LOW',
        })
        const key = String(filed.key)
        for (let step = 1; step < STEPS; step += 1)
          if (step % 2 === 1)
            await send(staff, 'POST', `/plugins/jira/issues/comment?issueKey=${key}`, { body: `Step ${step}` })
          else await send(staff, 'PATCH', `/plugins/jira/issues/${key}`, { subject: `Case ${index}, step ${step}` })
        return key
      }
      const keys: string[] = []
      let next = 0
      let killed = 0
      const killOne = async (node: Product) => {
        node.kill()
        await node.start()
      }
      const restarts: Promise<void>[] = []
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let index = next++; index < CASES; index = next++) {
            keys.push(await write(index))
            if (killed < 2 && keys.length >= (CASES / 3) * (killed + 1)) restarts.push(killOne(nodes[killed++]!))
          }
        }),
      )
      await Promise.all(restarts)
      expect(killed).toBe(2)
      await everythingDelivered(client, send, admin)

      expect(fake.issues.size).toBe(CASES)
      const odd = [1, 3, 5, 7, 9].map((step) => `Step ${step}`)
      for (const key of keys) {
        const issue = issueOf(fake, key)!
        expect([key, issue.summary]).toEqual([key, expect.stringMatching(/^Case \d+, step 8$/)])
        const texts = issue.comments.map(({ text }) => /Step \d/.exec(plainOf(text))?.[0])
        expect([key, texts]).toEqual([key, odd])
      }
      const met = [...proxy.counts.keys()].filter((fault) => fault !== 'none')
      expect(met.length).toBeGreaterThanOrEqual(CASES > 20 ? 7 : 5)
      console.info(
        `${CASES * STEPS} writes: ${[...proxy.counts].map(([fault, count]) => `${fault} ${count}`).join(', ')}`,
      )
    } finally {
      for (const node of nodes) await node.close()
      await proxy.close()
      await fake.close()
      await client.end()
      await database.drop()
    }
  },
  600_000 + CASES * 3_000,
)

type Send = (token: string, method: string, path: string, body?: object) => Promise<Record<string, unknown>>

/** Sends a write to either process, until one has acknowledged it: the same write, by its key. */
function sender(nodes: readonly Product[]): Send {
  let turn = 0
  return async (token, method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    for (;;) {
      const node = nodes[turn++ % nodes.length]!
      const response = await fetch(`${node.url}/api${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      }).catch(() => undefined)
      const text = await response?.text().catch(() => undefined)
      if (!response || text === undefined || response.status === 503) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        continue
      }
      if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    }
  }
}

/** The limit of calls a second is the subject of other tests; here it would make this one wait. */
async function withoutLimit(client: pg.Pool): Promise<void> {
  await client.query(
    'create function no_limit() returns trigger language plpgsql as $$ begin new.next_call_at = null; return new; end $$',
  )
  await client.query(
    'create trigger no_limit before update on connection_status for each row execute function no_limit()',
  )
}

/** An operator sends again what waits for its next try, until the portal shows nothing that waits or failed. */
async function everythingDelivered(client: pg.Pool, send: Send, admin: string): Promise<void> {
  const undispatched = 'select count(*)::int as count from events where seq is null'
  for (;;) {
    const { _embedded } = (await send(admin, 'GET', `/connections/${CONNECTION}/messages?size=200`)) as {
      _embedded: { messages: { id: string }[] }
    }
    const { rows } = await client.query<{ count: number }>(undispatched)
    if (_embedded.messages.length === 0 && rows[0]!.count === 0) return
    await send(admin, 'POST', `/connections/${CONNECTION}/test`)
    if (_embedded.messages.length > 0)
      await send(admin, 'POST', `/connections/${CONNECTION}/retry`, {
        itemIds: _embedded.messages.map(({ id }) => id).slice(0, 100),
      })
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
