import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { folderInMemory } from './folder-in-memory.ts'
import { openProduct, type Product } from './product-process.ts'
import { smallWorld } from './small-world.ts'
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts'

const rounds = Number(process.env.SOAK_ROUNDS ?? 1)
const TAKEOVER_MS = 10_000
const email = 'samuel.adeyemi@harmonic.example'
const SECRET_KEY = 'a secret key for tests, 32 letters'
type Node = { readonly product: Product; readonly proxy: TcpProxy }

/** The failure of the process that dispatches events, and its recovery. */
const faults: Record<string, { begin(node: Node): void; end(node: Node): Promise<void> | void }> = {
  stopped: {
    begin: ({ product }) => void product.process.kill('SIGSTOP'),
    end: ({ product }) => void product.process.kill('SIGCONT'),
  },
  'cut off': { begin: ({ proxy }) => proxy.cut(), end: ({ proxy }) => proxy.restore() },
  killed: { begin: ({ product }) => product.kill(), end: ({ product }) => product.start() },
}

test(
  `the other process takes over when the one that dispatches events is stopped, cut off or killed, ${rounds} rounds`,
  async () => {
    const database = await testDatabase()
    const client = new pg.Pool({ connectionString: database.url })
    // A connection that is still closing when the database is dropped.
    client.on('error', () => undefined)
    const nodes: Node[] = []
    try {
      for (let n = 0; n < 2; n += 1) nodes.push(await openNode(database.url, nodes[0]?.product.data))
      await client.query(smallWorld)
      await rejectedElsewhere(database.url)
      const headend = commandLine(nodes[0]!, database.url)
      const token = /hdt_[\w-]+/.exec(await headend('user', 'token', email, '--name', 'test'))![0]
      const took: string[] = []
      await everythingDispatched(client)
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, fault] of Object.entries(faults)) {
          const leader = await leaderOf(client, nodes)
          const other = nodes.find((node) => node !== leader)!
          const writers = nodes.map((node) => writeUntilFailure(client, node.product.url, token))
          await dispatched(client, await file(other.product.url, token))
          fault.begin(leader)
          const began = Date.now()
          const written = [await file(other.product.url, token)]
          await dispatched(client, written[0]!)
          const ms = Date.now() - began
          took.push(`${name} ${ms} ms`)
          expect([name, ms < TAKEOVER_MS]).toEqual([name, true])
          expect([name, await leaderOf(client, nodes)]).toEqual([name, other])
          expect(await ready(other)).toBe(200)

          await fault.end(leader)
          await expect.poll(() => ready(leader)).toBe(200)
          written.push(await file(leader.product.url, token))
          for (const writer of writers) written.push(...(await writer.stop()))
          await everythingDispatched(client)
          await noneLostOrDoubled(client, written)
        }
      }
      expect(await headend('audit', 'verify')).toContain('is intact')
      console.info(took.join(', '))
    } finally {
      for (const { product, proxy } of nodes) {
        await product.close()
        proxy.close()
      }
      await client.end()
      await database.drop()
    }
  },
  180_000 + rounds * 120_000,
)

async function openNode(databaseUrl: string, shared: string | undefined): Promise<Node> {
  const url = new URL(databaseUrl)
  const proxy = await tcpProxy(decodeURIComponent(url.hostname), Number(url.port))
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  const directory = shared === undefined ? {} : { DATA_DIR: shared }
  const settings = { DATABASE_URL: url.href, SECRET_KEY, RATE_LIMITS: 'off', DEMO: 'off', ...directory }
  return { proxy, product: await openProduct(settings) }
}

/** A process with a data directory of its own does not start beside the others: it would have half of each upload. */
async function rejectedElsewhere(databaseUrl: string): Promise<void> {
  const DATA_DIR = await folderInMemory('headend-elsewhere-')
  const env = { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY, DATA_DIR, DEMO: 'off', PORT: '0' }
  const start = promisify(execFile)(process.execPath, ['dist/portal/main.js'], { env })
  const { stderr } = await start.catch((failure: { stderr: string }) => failure)
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/^DATA_DIR .* all processes of one database share/)])
  await rm(DATA_DIR, { recursive: true })
}

/** `headend …`, run asynchronously, because this process holds the proxies to the database. */
function commandLine({ product }: Node, databaseUrl: string): (...words: string[]) => Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY, DATA_DIR: product.data }
  const run = promisify(execFile)
  return async (...words) => (await run(process.execPath, ['dist/portal/cli.js', ...words], { env })).stdout
}

async function leaderOf(client: pg.Pool, nodes: readonly Node[]): Promise<Node> {
  for (;;) {
    const { rows } = await client.query(
      `select split_part(holder, ' ', 2)::int as pid from leases where name = 'events'`,
    )
    const leader = nodes.find(({ product }) => product.process.pid === rows[0]?.pid)
    if (leader) return leader
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Files a case; returns its key. Waits for as long as a lock of the other process is held. */
async function file(url: string, token: string): Promise<string> {
  const body = JSON.stringify({ subject: `Takeover ${randomUUID()}`, description: 'Under load.', priority: 'LOW' })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  for (;;) {
    const response = await fetch(`${url}/api/plugins/jira/issues?account=larkspur-cable`, {
      method: 'POST',
      headers,
      body,
    })
    const reply = (await response.json()) as { key: string }
    if (response.status === 201) return reply.key
    if (response.status !== 503) throw new Error(`${response.status} ${JSON.stringify(reply)}`)
  }
}

/**
 * Files cases, each when the one before is dispatched, until the process is gone; returns those that it acknowledged.
 */
function writeUntilFailure(client: pg.Pool, url: string, token: string): { stop(): Promise<string[]> } {
  const keys: string[] = []
  let wanted = true
  const ended = (async () => {
    while (wanted) {
      const key = await file(url, token)
      keys.push(key)
      await dispatched(client, key)
    }
  })().catch(() => undefined)
  return {
    async stop() {
      wanted = false
      await ended
      return keys
    },
  }
}

async function dispatched(client: pg.Pool, key: string): Promise<void> {
  const text = `select 1 from events where name = 'case.created' and subject_id = $1 and seq is not null`
  while ((await client.query(text, [key])).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

async function everythingDispatched(client: pg.Pool): Promise<void> {
  while ((await client.query('select 1 from events where seq is null limit 1')).rows.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** One event a case, and of each event one live message per destination. */
async function noneLostOrDoubled(client: pg.Pool, keys: readonly string[]): Promise<void> {
  const { rows: found } = await client.query(
    `select key, (select count(*)::int from events where name = 'case.created' and subject_id = key) as events,
       (select count(*)::int from live_messages m join events e on e.id = m.event_id where e.name = 'case.created' and e.subject_id = key) > 0 as notified
     from unnest($1::text[]) key`,
    [keys],
  )
  expect(found.filter(({ events, notified }) => events !== 1 || !notified)).toEqual([])
  const { rows: doubled } = await client.query(
    'select event_id, destination from live_messages where event_id is not null group by 1, 2 having count(*) > 1',
  )
  expect(doubled).toEqual([])
}

/** The status of /readyz, 0 without a response. */
async function ready({ product }: Node): Promise<number> {
  return fetch(`${product.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status,
    () => 0,
  )
}
