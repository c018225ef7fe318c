// P13, P14: upload and download of a 100 MB file, against a bare stream and, where installed, nginx; all in turn, in
// one run.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cpuOf, memoryOf } from './cpu.mjs'
import { send } from './load.mjs'
import { median } from './rounds.mjs'
import { freePort, openWorld, run } from './world.mjs'

/** Bytes of a file that is measured. */
export const SIZE = 100 * 2 ** 20
const LARGE = 2 ** 30
/** Of one file of which the memory is measured; it needs as much of the disk. */
const HUGE_GIB = Number(process.env.BENCH_HUGE_GIB ?? 2)
const AT_ONCE = 50
const PART = 20 * 2 ** 20
const PIECE = randomBytes(2 ** 20)
const rounds = 5

/** Measures files; returns rows of {goal, what, measured, wanted}. */
export async function benchFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'headend-files-'))
  const world = await openAdminWorld()
  const floor = await run('bench/floor-files.mjs', { ...process.env, FILES: folder }, /ready/)
  const nginx = await startNginx(folder)
  try {
    const sides = {
      product: productSide(world),
      floor: bareSide(floor.url),
      ...(nginx ? { nginx: bareSide(nginx.url) } : {}),
    }
    const up = Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
    const down = structuredClone(up)
    const cpu = []
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, side] of Object.entries(sides)) {
        up[name].push(SIZE / 2 ** 20 / (await side.upload()))
        await side.saved?.()
        const before = cpuOf(world.app.pid)
        down[name].push(SIZE / 2 ** 20 / (await side.download()))
        if (name === 'product') cpu.push((cpuOf(world.app.pid) - before) / 1000 / (SIZE / 2 ** 30))
      }
    }
    const extra = await memoryOfLarge(world)
    const many = await manyAtOnce(world, 'disk')
    const huge = await memoryOfHuge(world)
    return [
      {
        goal: 'P13',
        what: 'upload by tus, until all is on the disk, synced',
        measured: against(up),
        wanted: '≥ 1.0 × nginx',
      },
      {
        goal: 'P13',
        what: 'memory of the product more than idle while 4 × 1 GB are uploaded, at most',
        measured: `${Math.round(extra)} MiB`,
        wanted: '< 50 MiB',
      },
      { goal: 'P14', what: 'download', measured: against(down), wanted: '≥ 0.9 × nginx' },
      {
        goal: 'P14',
        what: 'CPU of the product a GiB sent',
        measured: `${median(cpu).toFixed(2)} s`,
        wanted: '≤ 0.7 s',
      },
      many,
      huge,
    ]
  } finally {
    nginx?.stop()
    floor.process.kill()
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A small world whose token is an administrator's, and whose second user approves releases. */
export async function openAdminWorld(env = {}) {
  const world = await openWorld({ cases: 100, env })
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  await client.query(`
    insert into role_grants (user_id, role) select id, 'ADMIN' from users where email = 'user-1@bench.example';
    insert into role_grants (user_id, role) select id, 'RELEASE_APPROVER' from users where email = 'user-2@bench.example'`)
  await client.end()
  return world
}

/**
 * The largest allowed memory growth of the product, in MiB, while four files of 1 GB are uploaded and stored at once.
 */
export async function memoryOfLarge(world) {
  const idle = memoryOf(world.app.pid)
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(world.app.pid))
  }, 20)
  const sides = Array.from({ length: 4 }, () => productSide(world))
  await Promise.all(
    sides.map(async (side, place) => {
      await side.upload({ name: `large-${place}`, size: LARGE })
      await side.saved()
    }),
  )
  clearInterval(watch)
  return most - idle
}

/** One huge file is uploaded, stored and downloaded: the memory above idle, the most in each fifth of that time. */
async function memoryOfHuge(world) {
  const idle = memoryOf(world.app.pid)
  const seen = []
  const watch = setInterval(() => seen.push(memoryOf(world.app.pid) - idle), 100)
  const side = productSide(world)
  await side.upload({ name: 'huge', size: HUGE_GIB * 2 ** 30 })
  await side.saved()
  await side.download(HUGE_GIB * 2 ** 30)
  clearInterval(watch)
  const fifths = [0, 1, 2, 3, 4].map((part) =>
    Math.max(...seen.slice((part * seen.length) / 5, ((part + 1) * seen.length) / 5)),
  )
  return {
    goal: 'P13',
    what: `a file of ${HUGE_GIB} GiB up and down: memory more than idle, at most in each fifth of the time`,
    measured: fifths.map((most) => `${Math.round(most)} MiB`).join(', '),
    wanted: '≤ 200 MiB',
  }
}

/** Fifty uploads of 20 MB at once, then fifty downloads: the rate of all, and the memory above idle. */
export async function manyAtOnce(world, place) {
  const idle = memoryOf(world.app.pid)
  let most = idle
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(world.app.pid))
  }, 20)
  const sides = Array.from({ length: AT_ONCE }, () => productSide(world))
  const rateOf = async (transfer) => {
    const began = performance.now()
    await Promise.all(sides.map(transfer))
    return Math.round((AT_ONCE * PART) / 2 ** 20 / ((performance.now() - began) / 1000))
  }
  const up = await rateOf(async (side, at) => {
    await side.upload({ name: `at-once-${place}-${at}`, size: PART })
    await side.saved()
  })
  const down = await rateOf((side) => side.download(PART))
  clearInterval(watch)
  return {
    goal: 'P13',
    what: `${AT_ONCE} transfers at once of ${PART / 2 ** 20} MB with files on ${place}: up, down, memory more than idle`,
    measured: `${up} MB/s, ${down} MB/s, ${Math.round(most - idle)} MiB`,
    wanted: '≤ 200 MiB',
  }
}

/** The rate of the product, and beside it those of the others. */
export function against(figures) {
  const { product, ...others } = Object.fromEntries(Object.entries(figures).map(([name, all]) => [name, median(all)]))
  const ratios = Object.entries(others).map(
    ([name, rate]) => `${(product / rate).toFixed(2)} × ${name} (${Math.round(rate)} MB/s)`,
  )
  return `${Math.round(product)} MB/s = ${ratios.join(', ')}`
}

/** Uploads by tus and downloads through the portal. */
export function productSide({ app, headers }) {
  let place = 0
  let last
  const ask = async (path, body) =>
    JSON.parse((await send({ url: app.url + path, method: 'POST', headers, body: JSON.stringify(body) })).text())
  return {
    async upload({ name = `bench-${place++}`, size = SIZE } = {}) {
      const bundle = await ask('/api/bundles', {
        name,
        isContainerized: false,
        deploymentType: 'DOCSIS',
      })
      last = await ask('/api/box/file/upload/reservation', {
        bundleId: bundle.id,
        fileName: `${name}.tgz`,
        componentType: 'product',
        size,
      })
      const tus = {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      }
      return put(`${app.url}/api/uploads/${last.fileId}`, 'PATCH', tus, size)
    },
    /** Waits until the upload is digested and in the store. */
    async saved() {
      const status = { url: `${app.url}/api/box/file/upload/${last.fileId}/status`, headers }
      while (JSON.parse((await send(status)).text()).state !== 'DONE')
        await new Promise((resolve) => setTimeout(resolve, 50))
    },
    download: (size) => get(`${app.url}/api/box/file/upload/${last.fileId}/download`, headers, size),
  }
}

function bareSide(url) {
  return { upload: () => put(`${url}/floor.bin`, 'PUT', {}), download: () => get(`${url}/floor.bin`, {}) }
}

/** Sends bytes that no file before had: of known ones the store writes none. Returns the seconds until the response. */
export function put(url, method, headers, size = SIZE) {
  const first = Buffer.from(PIECE)
  randomFillSync(first, 0, 32)
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...headers, 'content-length': size } }, (response) => {
      response.resume()
      if (response.statusCode >= 300) return reject(new Error(`${method} ${url}: ${response.statusCode}`))
      response.on('end', () => resolve((performance.now() - began) / 1000))
    })
    sent.on('error', reject)
    const pieces = size / PIECE.length
    let written = 0
    const more = () => {
      while (written < pieces) {
        written += 1
        if (!sent.write(written === 1 ? first : PIECE)) return sent.once('drain', more)
      }
      sent.end()
    }
    more()
  })
}

/** Reads the bytes; returns the seconds until the last. */
export function get(url, headers, size = SIZE) {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let length = 0
      response.on('data', (chunk) => {
        length += chunk.length
      })
      response.on('end', () =>
        length === size
          ? resolve((performance.now() - began) / 1000)
          : reject(new Error(`${url}: ${response.statusCode}, ${length} bytes`)),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** nginx with one worker, writing and sending files of the folder; undefined where it is not installed. */
async function startNginx(folder) {
  if (spawnSync('nginx', ['-v']).error) return undefined
  const port = await freePort()
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; ${process.getuid() === 0 ? 'user root;' : ''}
    events { worker_connections 64; }
    http { access_log off; client_max_body_size 0; client_body_temp_path ${folder}/temp; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      server { listen 127.0.0.1:${port}; root ${folder}; location / { dav_methods PUT; sendfile on; } } }`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 50; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, stop: () => child.kill() }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill()
  return undefined
}
