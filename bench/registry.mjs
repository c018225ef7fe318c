// The registry: tokens with manifests, a blob against the download of a file of the same size, and the import of an
// archive of images of 4 GB.
import { createHash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { against, get, openAdminWorld, productSide, SIZE } from './files.mjs'
import { send } from './load.mjs'
import { median } from './rounds.mjs'

const LAYERS = 4
const LAYER = 2 ** 20 * Number(process.env.BENCH_LAYER_MB ?? 1_024)
const PIECE = randomBytes(2 ** 20)
const BLOCK = 512
const PAIRS = 2_000
const WIDTH = 8
const rounds = 5
const type = (name) => `application/vnd.oci.image.${name}`

/** Measures the registry; returns rows of {goal, what, measured, wanted}. */
export async function benchRegistry() {
  const world = await openAdminWorld()
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    const { bundle, image, rate } = await importArchive(world)
    await deliver(world, client, bundle)
    const customer = await loginOf(world, image)
    return [
      {
        goal: 'R1',
        what: `import of an archive of ${LAYERS} layers of ${LAYER / 2 ** 20} MB: digested, every blob stored`,
        measured: `${Math.round(rate)} MB/s`,
        wanted: '≥ 150 MB/s',
      },
      { goal: 'R2', what: 'token, then manifest', measured: await pairs(customer), wanted: '≥ 300 a second' },
      {
        goal: 'R3',
        what: `a blob of ${SIZE / 2 ** 20} MB against the download of a file of that size`,
        measured: await blobs(world, customer, image),
        wanted: '≥ 0.9 × file',
      },
    ]
  } finally {
    await client.end()
    await world.close()
  }
}

async function ask({ app, headers }, method, path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return JSON.parse((await send({ url: app.url + path, method, headers, body: text })).text())
}

/** Uploads the archive into a new bundle; the rate is that of the time after the last byte has arrived. */
async function importArchive(world) {
  const { id: bundle } = await ask(world, 'POST', '/api/bundles', { name: 'Images 1.0', deploymentType: 'DOCSIS' })
  const layers = [...Array.from({ length: LAYERS }, () => LAYER), SIZE].map((size, place) => layerOf(place, size))
  const config = Buffer.from(JSON.stringify({ os: 'linux', architecture: 'amd64' }))
  const described = ({ size, digest }, name) => ({ mediaType: type(name), digest: `sha256:${digest}`, size })
  const manifest = {
    schemaVersion: 2,
    mediaType: type('manifest.v1+json'),
    config: described(ofBytes(config), 'config.v1+json'),
    layers: layers.map((layer) => described(layer, 'layer.v1.tar')),
  }
  const root = ofBytes(Buffer.from(JSON.stringify(manifest)))
  const annotations = { 'org.opencontainers.image.ref.name': 'cos/bench:1.0' }
  const index = { schemaVersion: 2, manifests: [{ ...described(root, 'manifest.v1+json'), annotations }] }
  const entries = [
    ['oci-layout', ofBytes(Buffer.from('{"imageLayoutVersion":"1.0.0"}'))],
    ['index.json', ofBytes(Buffer.from(JSON.stringify(index)))],
    ...[root, ofBytes(config), ...layers].map((blob) => [`blobs/sha256/${blob.digest}`, blob]),
  ]
  const size = entries.reduce((sum, [, blob]) => sum + BLOCK + padded(blob.size), 2 * BLOCK)
  const wanted = { bundleId: bundle, fileName: 'images.tar', componentType: 'container', size }
  const { fileId, uploadUrl } = await ask(world, 'POST', '/api/box/file/upload/reservation', wanted)
  await sendArchive(world, uploadUrl, entries, size)
  const began = performance.now()
  await until(async () => {
    const { state, error } = await ask(world, 'GET', `/api/box/file/upload/${fileId}/status`)
    if (state === 'FAILED') throw new Error(error)
    return state === 'DONE'
  })
  const rate = size / 2 ** 20 / ((performance.now() - began) / 1000)
  return { bundle, rate, image: { digest: root.digest, layer: layers.at(-1).digest } }
}

function sendArchive({ app, headers }, path, entries, size) {
  const tus = {
    ...headers,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': size,
  }
  return new Promise((resolve, reject) => {
    const sending = request(app.url + path, { method: 'PATCH', headers: tus }, (response) => {
      response.resume()
      if (response.statusCode !== 204) reject(new Error(`the archive was not taken: ${response.statusCode}`))
      else response.on('end', resolve)
    })
    pipeline(Readable.from(archiveOf(entries)), sending).catch(reject)
  })
}

function* archiveOf(entries) {
  for (const [name, { size, pieces }] of entries) {
    const header = Buffer.alloc(BLOCK)
    header.write(name, 0)
    header.write('0000644\0', 100)
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
    header.write('        0', 148)
    header.write('ustar\x0000', 257)
    const sum = header.reduce((all, byte) => all + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    yield header
    yield* pieces()
    if (padded(size) > size) yield Buffer.alloc(padded(size) - size)
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** A layer whose first bytes are its own. */
function layerOf(place, size) {
  const first = Buffer.from(PIECE)
  first.write(`layer ${place}`)
  function* pieces() {
    for (let at = 0; at < size; at += PIECE.length) yield at === 0 ? first : PIECE
  }
  const hash = createHash('sha256')
  for (const piece of pieces()) hash.update(piece)
  return { size, digest: hash.digest('hex'), pieces }
}

function ofBytes(bytes) {
  return { size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex'), pieces: () => [bytes] }
}

function padded(size) {
  return Math.ceil(size / BLOCK) * BLOCK
}

async function deliver(world, client, bundle) {
  const body = { name: 'Images', account: world.account.name }
  const { id } = await ask(world, 'POST', `/api/bundle-releases?bundleId=${bundle}`, body)
  const token = `hdt_${randomBytes(32).toString('base64url')}`
  await client.query(
    `insert into api_tokens (user_id, name, hash, expires_at)
     select min(user_id), 'bench', $1, now() + interval '1 day' from role_grants where role = 'RELEASE_APPROVER'`,
    [createHash('sha256').update(token).digest()],
  )
  const approver = { ...world, headers: { authorization: `Bearer ${token}` } }
  await ask(approver, 'POST', `/api/bundle-releases/approve?bundleReleaseId=${id}`)
  await until(async () => (await ask(world, 'GET', `/api/bundle-releases/${id}`)).status === 'DELIVERED')
}

/** What a customer asks for: a token with a credential, and a part with the token. */
async function loginOf(world, { digest }) {
  const { name } = world.account
  await ask(world, 'POST', '/api/registry/credentials', { account: name, name: 'bench', days: 30 })
  const login = await ask(world, 'GET', `/api/ecr/credentials?account=${name}&decodeKey=true`)
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.secret}`).toString('base64')}`
  const scope = new URLSearchParams({ service: login.host, scope: 'repository:cos/bench:pull' })
  const bearer = (token) => ({ authorization: `Bearer ${token}`, accept: type('manifest.v1+json') })
  return {
    bearer,
    async token(agent) {
      const url = `${world.app.url}/api/registry/token?${scope}`
      return JSON.parse((await send({ url, headers: { authorization } }, agent)).text()).token
    },
    manifest: (token, agent) =>
      send({ url: `${world.app.url}/v2/cos/bench/manifests/sha256:${digest}`, headers: bearer(token) }, agent),
  }
}

async function pairs(customer) {
  const agent = new Agent({ keepAlive: true, maxSockets: WIDTH })
  const rates = []
  for (let round = 0; round < rounds; round += 1) {
    let left = PAIRS / rounds
    const began = performance.now()
    const worker = async () => {
      while (left-- > 0) await customer.manifest(await customer.token(agent), agent)
    }
    await Promise.all(Array.from({ length: WIDTH }, worker))
    rates.push(PAIRS / rounds / ((performance.now() - began) / 1000))
  }
  agent.destroy()
  return `${Math.round(median(rates))} a second`
}

async function blobs(world, customer, { layer }) {
  const file = productSide(world)
  await file.upload()
  await file.saved()
  const rates = { product: [], file: [] }
  for (let round = 0; round < rounds; round += 1) {
    const headers = customer.bearer(await customer.token())
    const seconds = await get(`${world.app.url}/v2/cos/bench/blobs/sha256:${layer}`, headers)
    rates.product.push(SIZE / 2 ** 20 / seconds)
    rates.file.push(SIZE / 2 ** 20 / (await file.download()))
  }
  return against(rates)
}

async function until(isDone) {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 10))
}
