// Releases and SBOMs: from approval to delivery of 1,000 components, and the search over the SBOMs of many bundles.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { openAdminWorld } from './files.mjs'
import { load, send } from './load.mjs'
import { median } from './rounds.mjs'

const COMPONENTS = 1_000
const BUNDLES = Number(process.env.BENCH_SBOM_BUNDLES ?? 20_000)
const IN_EACH = 500
const rounds = 5

/** Measures releases and SBOMs; returns rows of {goal, what, measured, wanted}. */
export async function benchSoftware() {
  const world = await openAdminWorld()
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    return [...(await delivery(world, client)), ...(await search(world, client))]
  } finally {
    await client.end()
    await world.close()
  }
}

/** A release of 1,000 files is approved: they are digested, the statement is signed, and it is delivered. */
async function delivery(world, client) {
  const { app, account } = world
  const approver = await tokenOf(client, 'RELEASE_APPROVER')
  const as = (headers) => async (method, path, body) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return JSON.parse((await send({ url: app.url + path, method, headers, body: text })).text())
  }
  const [make, approve] = [as(world.headers), as(approver)]
  const bundle = await make('POST', '/api/bundles', { name: 'Signed 1.0', deploymentType: 'DOCSIS' })
  for (let place = 0; place < COMPONENTS; place += 1) {
    const bytes = Buffer.from(`component ${place}`)
    const wanted = { bundleId: bundle.id, fileName: `component-${place}.bin`, size: bytes.length }
    const { uploadUrl } = await make('POST', '/api/box/file/upload/reservation', wanted)
    const headers = {
      ...world.headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    await send({ url: app.url + uploadUrl, method: 'PATCH', headers, body: bytes, status: 204 })
  }
  await until(async () => {
    const list = await make('GET', `/api/bundle-component-files?bundleId=${bundle.id}&fileStatus=IN_STORAGE&size=1`)
    return list.page.totalElements === COMPONENTS
  })
  await recordSteps(client)
  const seconds = []
  for (let round = 0; round < rounds; round += 1) {
    const body = { name: `Release ${round}`, account: account.name }
    const { id } = await make('POST', `/api/bundle-releases?bundleId=${bundle.id}`, body)
    const began = performance.now()
    await approve('POST', `/api/bundle-releases/approve?bundleReleaseId=${id}`)
    await until(async () => (await make('GET', `/api/bundle-releases/${id}`)).status === 'DELIVERED')
    seconds.push((performance.now() - began) / 1000)
  }
  const of = (step) => stepSeconds(client, step)
  return [
    {
      goal: 'S1',
      what: `statement and signatures of ${COMPONENTS} components, made and stored`,
      measured: `${(await of('sign')).toFixed(3)} s`,
      wanted: '≤ 1 s',
    },
    {
      goal: 'S1',
      what: 'from approval to delivery: digested again, signed, delivered; of that the digests',
      measured: `${median(seconds).toFixed(2)} s; ${(await of('check')).toFixed(2)} s`,
      wanted: 'none',
    },
  ]
}

/** Notes when each step of a delivery begins and ends. */
async function recordSteps(client) {
  await client.query(`
    create table bench_steps (job_id bigint, steps jsonb, at timestamptz default clock_timestamp());
    create function bench_step() returns trigger language plpgsql as
      $$ begin insert into bench_steps (job_id, steps) values (new.id, new.steps); return null; end $$;
    create trigger bench_step after update on jobs for each row execute function bench_step()`)
}

/** The median over all deliveries. */
async function stepSeconds(client, step) {
  const { rows } = await client.query(
    `select extract(epoch from min(at) filter (where state = 'DONE') - min(at) filter (where state = 'IN_PROGRESS'))::float as seconds
     from bench_steps, lateral (select one ->> 'state' as state from jsonb_array_elements(steps) one where one ->> 'name' = $1) s
     group by job_id`,
    [step],
  )
  return median(rows.map(({ seconds }) => seconds))
}

/** Every bundle has 500 components; of each name there are some versions, and OpenSSL is in every 50th bundle. */
async function search({ app, headers }, client) {
  await client.query(
    `
    with made as (
      insert into bundles (name, deployment_type, product, product_version, created_by, created_at)
      select 'cOS ' || n || '.0', 'DOCSIS', 'cOS', n || '.0', (select min(id) from users), now() - n * interval '1 hour' from generate_series(1, $1::int) n
      returning id)
    insert into sboms (bundle_id, format, spec_version, name, size, digest, component_count)
    select id, 'CYCLONEDX', '1.6', 'sbom.cdx.json', 1, md5(id::text), $2 from made`,
    [BUNDLES, IN_EACH],
  )
  // Ten million rows: without the indexes and the checks of references until they are in.
  const { rows: indexes } = await client.query(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'sbom_components' and indexname <> 'sbom_components_pkey'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into sbom_components (sbom_id, bundle_id, place, name, version, license, purl)
     select s.id, s.bundle_id, p, case when p = 0 and s.id % 50 = 0 then 'openssl' else 'library-' || (s.id * 31 + p * 7) % 5000 end,
       '3.0.' || (case when p = 0 then s.id / 50 else s.id + p end) % 20, 'MIT', null from sboms s, generate_series(0, $1::int - 1) p
     where not exists (select from sbom_components c where c.sbom_id = s.id)`,
    [IN_EACH],
  )
  await client.query('set session_replication_role = origin')
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum (analyze)')
  const words = ['openssl 3.0.7', 'openssl', 'library-42 3.0.3', 'library-4321', 'no-such-library 1.0']
  const rows = []
  for (const word of words) {
    const next = () => ({ url: `${app.url}/api/sboms/search?q=${encodeURIComponent(word)}`, headers })
    await load(next, { count: 50, width: 1 })
    const { p50, p99 } = await load(next, { count: 400, width: 1 })
    const total = JSON.parse((await send(next())).text()).page.totalElements
    rows.push({
      goal: 'S2',
      what: `search "${word}" over ${BUNDLES} bundles of ${IN_EACH} components, ${total} found`,
      measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      wanted: 'p99 ≤ 25 ms',
    })
  }
  return rows
}

async function tokenOf(client, role) {
  const token = `hdt_${randomBytes(32).toString('base64url')}`
  await client.query(
    `insert into api_tokens (user_id, name, hash, expires_at)
     select min(user_id), 'bench', $1, now() + interval '1 day' from role_grants where role = $2`,
    [createHash('sha256').update(token).digest(), role],
  )
  return { authorization: `Bearer ${token}` }
}

async function until(isDone) {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 10))
}
