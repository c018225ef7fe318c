import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { seededRandom } from '#kit/server/load/seeded.ts'
import { testDatabase } from './database.ts'
import { openProduct, type Product } from './product-process.ts'
import { startFaultProxy } from './trackers/fault-proxy.ts'
import { issueOf, JIRA_LOGIN, startJiraFake } from './trackers/jira-fake.ts'
import { plainOf } from './trackers/texts.ts'

const isSoak = process.env.SOAK_ROUNDS !== undefined
const [CASES, KILLS] = isSoak ? [200, 2] : [20, 1]
/** Of a case: filing it, five comments and four changes of its subject. */
const STEPS = 10
const SEED = Number(process.env.TRACKER_SEED ?? 19)
/** Of the requests to the tracker. */
const FAULTY = 0.15
const ACCOUNT = 'acme'
const CONNECTION = `jira:${ACCOUNT}`

const ownWorld = `
  with account as (insert into accounts (name, display_name, region, project_key) values ('${ACCOUNT}', 'Acme', 'EMEA', 'ACME') returning id),
  staff as (insert into users (email, full_name, state) values ('tac@vendor.example', 'Tom Tac', 'active'), ('root@vendor.example', 'Ruth Root', 'active') returning id, email),
  roles as (insert into role_grants (user_id, role) select id, case email when 'tac@vendor.example' then 'HARMONIC_TAC_MANAGER' else 'ADMIN' end from staff),
  deployment as (insert into deployments (account_id, name, version, type, stage) select id, 'acme-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION' from account)
  select id from account`
/** The limit of calls a second is the subject of other tests; here it would make this one wait. */
const noLimit = `
  create function no_limit() returns trigger language plpgsql as $$ begin new.next_call_at = null; return new; end $$;
  create trigger no_limit before update on connection_status for each row execute function no_limit()`

test(
  `${CASES * STEPS} writes reach the tracker once and in order, through faults and ${KILLS} × kill -9 of two processes`,
  async () => {
    const random = seededRandom(SEED)
    const database = await testDatabase()
    const client = new pg.Pool({ connectionString: database.url })
    const fake = await startJiraFake()
    const proxy = await startFaultProxy(fake.url, random, 0)
    const nodes: Product[] = []
    try {
      await client.query(ownWorld)
      await client.query(noLimit)
      const env = {
        DEMO: 'off',
        DATABASE_URL: database.url,
        SECRET_KEY: 'a secret key for tests, 32 letters',
        RATE_LIMITS: 'off',
        PRIVATE_HOSTS: proxy.host,
      }
      for (let n = 0; n < 2; n += 1) nodes.push(await openProduct(n === 0 ? env : { ...env, DATA_DIR: nodes[0]!.data }))
      const admin = nodes[0]!.tokenOf('root@vendor.example')
      const staff = nodes[0]!.tokenOf('tac@vendor.example')
      const send = sender(nodes)
      await send(admin, 'POST', `/plugins/jira/configs?account=${ACCOUNT}`, {
        projectKey: 'PRC',
        projectLabel: 'Pacific Reach',
        targetSystem: 'jira',
        edition: 'cloud',
        url: proxy.url,
        ...JIRA_LOGIN,
      })
      proxy.share = FAULTY

      const write = async (index: number) => {
        const body = { subject: `Case ${index}`, description: 'Under load.', priority: 'LOW' }
        const key = String((await send(staff, 'POST', `/plugins/jira/issues?account=${ACCOUNT}`, body)).key)
        for (let step = 1; step < STEPS; step += 1)
          if (step % 2 === 1)
            await send(staff, 'POST', `/plugins/jira/issues/comment?issueKey=${key}`, { body: `Step ${step}` })
          else await send(staff, 'PATCH', `/plugins/jira/issues/${key}`, { subject: `Case ${index}, step ${step}` })
        return key
      }
      const keys: string[] = []
      const restarts: Promise<void>[] = []
      const killNext = async () => {
        const node = nodes[restarts.length % nodes.length]!
        node.kill()
        await node.start()
      }
      let next = 0
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let index = next++; index < CASES; index = next++) {
            keys.push(await write(index))
            if (restarts.length < KILLS && keys.length > (CASES / (KILLS + 1)) * (restarts.length + 1))
              restarts.push(killNext())
          }
        }),
      )
      await Promise.all(restarts)
      expect(restarts).toHaveLength(KILLS)
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
      expect(met).toHaveLength(7)
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
  600_000 + CASES * 5_000,
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
      // What a killed process has begun is in progress until its lease has ended.
      const isBusy = response?.status === 409 && text?.includes('/problems/idempotency-key-busy')
      if (!response || text === undefined || response.status === 503 || isBusy) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        continue
      }
      if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    }
  }
}

/**
 * Until the portal shows nothing that waits or failed. In the small run an operator sends at once what waits for its next
 * attempt; in the long one nobody does.
 */
async function everythingDelivered(client: pg.Pool, send: Send, admin: string): Promise<void> {
  for (;;) {
    const { _embedded } = (await send(admin, 'GET', `/connections/${CONNECTION}/messages?size=100`)) as {
      _embedded: { messages: { id: string; state: string }[] }
    }
    const { rows } = await client.query<{ count: number }>('select count(*)::int from events where seq is null')
    if (_embedded.messages.length === 0 && rows[0]!.count === 0) return
    expect(_embedded.messages.filter(({ state }) => state === 'FAILED')).toEqual([])
    if (!isSoak && _embedded.messages.length > 0)
      await send(admin, 'POST', `/connections/${CONNECTION}/retry`, {
        itemIds: _embedded.messages.map(({ id }) => id),
      })
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
