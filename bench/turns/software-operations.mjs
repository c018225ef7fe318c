// Software: bills of materials, archives, manifests, and what compares them.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { zipOf } from './zip-of.mjs'

const list = (length, of) => Array.from({ length }, (_, index) => of(index))
const issues = '/api/plugins/jira/issues'

export async function* softwareOperations(portal) {
  const { as, made } = portal
  const bundle = (name) => made('POST', '/api/bundles', { name, deploymentType: 'DOCSIS' })
  const [one, other] = [await bundle('Bench 1.0'), await bundle('Bench 2.0')]
  const upload = (id, text) => async () => {
    const form = new FormData()
    form.append('file', new Blob([text]), 'sbom.cdx.json')
    const answer = await as('POST', `/api/bundles/${id}/sboms`, form, { raw: true })
    return `${answer.status}${answer.status < 300 ? '' : ` ${answer.text.slice(0, 80)}`}`
  }
  const cyclone = (components) => JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components })
  const component = (index, version) => ({
    type: 'library',
    'bom-ref': `r${index}`,
    name: `component-${index}`,
    version,
    purl: `pkg:generic/component-${index}@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  })
  await upload((await bundle('Bench 0.1')).id, cyclone([component(1, '1.0')]))()
  yield {
    name: 'add an SBOM',
    input: '200,000 components',
    call: upload(one.id, cyclone(list(200_000, (index) => component(index, '1.0')))),
  }
  yield {
    name: 'add an SBOM',
    input: '200,000 components of other versions',
    call: upload(other.id, cyclone(list(200_000, (index) => component(index + 100_000, '1.1')))),
  }
  yield {
    name: 'add an SBOM',
    input: '60 MB of pieces of 3.9 MB',
    call: upload(
      (await bundle('Bench 3.0')).id,
      `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"name":"a"}],"x":[${list(15, () => `[${'1,'.repeat(1_950_000)}1]`).join(',')}]}`,
    ),
  }
  yield {
    name: 'add an SBOM',
    input: '30,000 components in components',
    call: upload(
      (await bundle('Bench 4.0')).id,
      cyclone([{ name: 'root', components: list(30_000, (index) => ({ name: `inner-${index}`, version: '1' })) }]),
    ),
  }
  for (const [name, path] of Object.entries({
    'compare SBOMs': `/api/bundles/${one.id}/sbom-difference?against=${other.id}&size=1000`,
    'components of a bundle': `/api/bundles/${one.id}/sbom-components?size=1000`,
    'licenses of a bundle': `/api/bundles/${one.id}/sbom-licenses`,
    'compare bundles': `/api/bundles/${one.id}/diff?against=${other.id}`,
  })) {
    yield { name, input: '200,000 components each', call: async () => (await as('GET', path)).status }
    if (name !== 'compare bundles')
      yield {
        name: `${name} as CSV`,
        input: '200,000 components each',
        call: async () => (await as('GET', path, undefined, { headers: { accept: 'text/csv' } })).status,
      }
  }
  yield {
    name: 'search a component',
    input: '200,000 found',
    call: async () => (await as('GET', '/api/sboms/search?q=component-')).status,
  }
  yield {
    name: 'search a component as CSV',
    input: '200,000 found',
    call: async () =>
      (await as('GET', '/api/sboms/search?q=component-', undefined, { headers: { accept: 'text/csv' } })).status,
  }
  yield {
    name: 'push a manifest',
    input: '1,000 layers with annotations, 4 MB',
    call: async () => {
      const digest = `sha256:${createHash('sha256').update('a').digest('hex')}`
      const part = {
        mediaType: 'application/vnd.oci.image.layer.v1.tar',
        digest,
        size: 1,
        annotations: { a: 'x'.repeat(3_900) },
      }
      const body = JSON.stringify({ schemaVersion: 2, config: part, layers: list(1_000, () => part) })
      const {
        rows: [{ email }],
      } = await portal.client.query(
        `select email from users u join api_tokens t on t.user_id = u.id where t.name = 'bench' order by t.id limit 1`,
      )
      const basic = Buffer.from(`${email}:${portal.headers.authorization.slice(7)}`).toString('base64')
      const { token } = await (
        await fetch(
          `${portal.app.url}/api/registry/token?service=a&scope=${encodeURIComponent('repository:cos/bench:push,pull')}`,
          { headers: { authorization: `Basic ${basic}` } },
        )
      ).json()
      const response = await fetch(`${portal.app.url}/v2/cos/bench/manifests/1.0`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.oci.image.manifest.v1+json' },
        body,
      })
      return response.status
    },
  }
  yield {
    name: 'upload containers',
    input: '500',
    call: async () =>
      (
        await as('POST', `/api/box/v1/${one.id}/upload`, {
          containers: list(500, (index) => ({
            product: 'cos',
            branch: 'main',
            version: '1',
            tag: `${index}`,
            containerName: `c${index}`,
          })),
        })
      ).status,
  }
  const tar = tarOf(
    list(20_000, (index) => [
      `blobs/sha256/${createHash('sha256').update(String(index)).digest('hex')}`,
      Buffer.from(String(index)),
    ]),
  )
  yield {
    name: 'images from an archive',
    input: '20,000 entries',
    call: () => archive(portal, one.id, 'images.tar', tar),
  }
  const index = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      manifests: list(1_000, () => ({
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        digest: `sha256:${'0'.repeat(64)}`,
        size: 1,
        annotations: { a: 'x'.repeat(3_900) },
      })),
    }),
  )
  yield {
    name: 'images from an archive',
    input: 'an index of 1,000 manifests, 4 MB',
    call: () =>
      archive(
        portal,
        one.id,
        'index.tar',
        tarOf([
          ['oci-layout', Buffer.from('{"imageLayoutVersion":"1.0.0"}')],
          ['index.json', index],
        ]),
      ),
  }
  yield* logs(portal)
}

/** Reserves, sends and waits until the archive was read. */
async function archive({ as, made }, bundleId, fileName, bytes) {
  const { fileId, uploadUrl } = await made('POST', '/api/box/file/upload/reservation', {
    bundleId,
    fileName,
    componentType: 'container',
    size: bytes.length,
  })
  await as('PATCH', uploadUrl, bytes, {
    raw: true,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
  for (let round = 0; round < 600; round += 1) {
    const { state, error } = await made('GET', `/api/box/file/upload/${fileId}/status`)
    if (state === 'FAILED' || state === 'DONE') return `${state} ${(error ?? '').slice(0, 60)}`
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return 'not done in a minute'
}

async function* logs({ as, made, account }) {
  const { key } = await made('POST', `${issues}?account=${account.name}`, {
    subject: 'Logs',
    description: 'a',
    priority: 'LOW',
  })
  const attach = (bytes, filename) => async () => {
    const form = new FormData()
    form.append('file', new Blob([bytes]), filename)
    const answer = await as('POST', `${issues}/attachment?issueKey=${key}`, form, { raw: true })
    return `${answer.status}${answer.status < 300 ? '' : ` ${answer.text.slice(0, 80)}`}`
  }
  const line = 'Nov 20 02:12:02 rpd-0207 snmpd: community n0rdk4bel-RW access rw, firmware 9.4.0\n'
  const text = (size) => line.repeat(Math.floor(size / line.length))
  await attach(line, 'first.log')()
  yield { name: 'attach a log', input: '10 MB', call: attach(text(10_400_000), 'large.log') }
  yield { name: 'attach a log', input: '120 MB in gzip', call: attach(gzipSync(text(120_000_000)), 'large.log.gz') }
  yield {
    name: 'attach a log',
    input: '10 MB in one line',
    call: attach(`password=${'a'.repeat(10_400_000)}`, 'line.log'),
  }
  yield {
    name: 'attach a log',
    input: 'tar.gz of 2,000 files',
    call: attach(gzipSync(tarOf(list(2_000, (at) => [`log.${at}`, Buffer.from(line.repeat(500))]))), 'many.tgz'),
  }
  yield { name: 'attach a file', input: 'zip of 60,000 entries', call: attach(zipOf(60_000), 'many.zip') }
  yield {
    name: 'attach a file',
    input: 'picture of 10 MB',
    call: attach(
      Buffer.concat([
        Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex'),
        Buffer.alloc(10_000_000),
      ]),
      'a.png',
    ),
  }
}

function tarOf(entries) {
  return Buffer.concat([
    ...entries.flatMap(([name, bytes]) => {
      const header = Buffer.alloc(512)
      header.write(name, 0)
      header.write('0000644\0', 100)
      header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
      header.write('        0', 148)
      header.write('ustar\x0000', 257)
      header.write(
        `${header
          .reduce((sum, byte) => sum + byte, 0)
          .toString(8)
          .padStart(6, '0')}\0 `,
        148,
      )
      return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
    }),
    Buffer.alloc(1024),
  ])
}
