import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProduct, type Product } from './product-process.ts'
import { until } from './software-app.ts'

const rounds = Number(process.env.SOAK_ROUNDS ?? 3)
const ACCOUNT = 'acme'
/** Cases of a bulk job, and the place of the one during which the portal is killed. */
const [CASES, KILLED_AT] = [8, 5]
/** The advisory lock that holds a transaction in its middle. */
const HELD = 412_903

let product: Product
let token: string
let accountId: number
beforeAll(async () => {
  product = await openProduct({ DEMO: 'off' })
  const { rows } = await product.query(ownWorld)
  accountId = Number(rows[0].id)
  token = product.tokenOf('tac@vendor.example')
  await product.query(holds)
}, 120_000)
afterAll(() => product.close())

const ownWorld = `
  with account as (insert into accounts (name, display_name, region, project_key) values ('${ACCOUNT}', 'Acme', 'EMEA', 'ACME') returning id),
  staff as (insert into users (email, full_name, state) values ('tac@vendor.example', 'Tom Tac', 'active') returning id),
  role as (insert into role_grants (user_id, role) select id, 'HARMONIC_TAC_MANAGER' from staff),
  deployment as (insert into deployments (account_id, name, version, type, stage) select id, 'acme-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION' from account)
  select id from account`
/** Each transaction waits for the lock after its first write and before its last. */
const holds = `
  create function hold() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${HELD}); return new; end $$;
  create trigger hold before update on cases for each row when (old.type = 'CASE' and new.type = 'OUTAGE') execute function hold();
  create trigger hold before insert on sla_revisions for each row execute function hold();
  create trigger hold before update on bulk_job_cases for each row when (new.place = ${KILLED_AT}) execute function hold();`

async function jobsOf(task: string): Promise<number> {
  const jobs = `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`
  return (await product.query(jobs, [task])).rowCount ?? 0
}

type Json = { readonly [name: string]: unknown }
async function call(method: string, path: string, body?: object): Promise<Json> {
  const response = await fetch(`${product.url}/api/plugins/jira${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${response.status} ${path} ${await response.text()}`)
  return (await response.json()) as Json
}

async function file(subject: string): Promise<string> {
  const body = { subject, description: 'No light.', priority: 'LOW' }
  return String((await call('POST', `/issues?account=${ACCOUNT}`, body)).key)
}

/** How often something happened to a case or a month of the account. */
async function timesOf(subject: string, event: string): Promise<number> {
  const events = 'select from events where name = $1 and account_id = $2 and subject_id = $3'
  return (await product.query(events, [event, accountId, subject])).rowCount ?? 0
}

/** The digests of the signed files of a month, once they are there. */
const signedFiles = (month: string) =>
  until(async () => {
    const { _embedded } = await call('GET', `/signed-sla-months?account=${ACCOUNT}&from=${month}&until=${month}`)
    const [first, ...others] = (_embedded as { signedSlaMonths: { revision: number; signed: Json | null }[] })
      .signedSlaMonths
    expect([first?.revision ?? 1, others]).toEqual([1, []])
    return first?.signed?.files
  })

test(
  `kill -9 in the middle of a conversion, of closing a month and of a bulk job, ${rounds} rounds: each has its effect once`,
  async () => {
    let before: { readonly month: string; readonly files: unknown } | undefined
    for (let round = 0; round < rounds; round += 1) {
      const converted = await file(`Down ${round}`)
      const keys: string[] = []
      for (let place = 1; place <= CASES; place += 1) keys.push(await file(`Bulk ${round} ${place}`))
      const month = `${2010 + Math.floor(round / 12)}-${String((round % 12) + 1).padStart(2, '0')}`
      await product.query(
        `insert into sla_months (account_id, month, time_zone, cn, non_cn, onu, counts_read_at) values ($1, $2, 'Europe/Berlin', 2000, 0, 0, now())`,
        [accountId, month],
      )

      const holder = await product.connect()
      await holder.query('select pg_advisory_lock($1)', [HELD])
      await call('POST', `/issues/convert-to-outage?issueKey=${converted}`, { reason: 'core' })
      const job = await call('POST', '/issues-bulk', { keys, operation: { priority: 'HIGH' } })
      await product.query(`select graphile_worker.add_job('support.close-sla-months', '{}')`)
      const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${HELD} and not granted`
      await until(async () => ((await holder.query(waiting)).rowCount === 3 ? true : undefined))
      // The files of the last round are made again, by the process that comes now.
      if (before) await holder.query('delete from signed_sla_months where month = $1', [before.month])
      product.kill()
      const began = Date.now()
      await product.start()
      await product.releaseJobs()

      const finished = await until(async () => {
        const read = await call('GET', `/issues-bulk/${job.id}`)
        return read.finished ? read : undefined
      })
      expect(finished).toMatchObject({ done: CASES, failed: 0 })
      for (const key of keys) expect([key, await timesOf(key, 'case.edited')]).toEqual([key, 1])
      await until(async () => ((await call('GET', `/issues/${converted}`)).type === 'OUTAGE' ? true : undefined))
      for (const task of ['support.convert-to-outage', 'support.bulk', 'support.close-sla-months'])
        await until(async () => ((await jobsOf(task)) === 0 ? true : undefined))
      expect(await timesOf(converted, 'case.converted-to-outage')).toBe(1)
      const files = await signedFiles(month)
      if (before) expect(await signedFiles(before.month)).toEqual(before.files)
      before = { month, files }
      expect(await timesOf(month, 'sla.month-closed')).toBe(1)
      console.info(`round ${round}: everything once ${Date.now() - began} ms after the kill`)
    }
    expect(product.run('audit', 'verify')).toContain('is intact')
  },
  120_000 + rounds * 60_000,
)
