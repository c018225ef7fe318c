// P13, P14 with the files in S3: upload and download of a 100 MB file against the same bytes sent to and read from the
// same server without the portal; 50 transfers at once, with the memory that they need. Needs the Debian packages of
// Swift.

import { presignUrl, signRequest } from '../dist/kit/server/aws/sigv4.js'
import { hasSwift, startSwift } from '../dist/test/s3/swift.js'
import { cpuOf } from './cpu.mjs'
import { against, get, manyAtOnce, openAdminWorld, productSide, put, SIZE } from './files.mjs'
import { median } from './rounds.mjs'

const rounds = 5

/** Measures files in S3; returns rows of {goal, what, measured, wanted}. */
export async function benchFilesInS3() {
  if (!hasSwift) throw new Error('swift-proxy, swift-account, swift-container and swift-object are not installed')
  const swift = await startSwift()
  try {
    return await measure(swift.settings)
  } finally {
    await swift.stop()
  }
}

async function measure(settings) {
  const { origin, bucket, accessKey, secretKey } = settings
  const env = { S3_URL: `${origin}/${bucket}/portal`, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
  const world = await openAdminWorld(env)
  try {
    const sides = { product: productSide(world), floor: bareSide(settings) }
    const up = { product: [], floor: [] }
    const down = { product: [], floor: [] }
    const cpu = { up: [], down: [] }
    const used = () => cpuOf(world.app.pid) / 1000 / (SIZE / 2 ** 30)
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, side] of Object.entries(sides)) {
        const before = used()
        const began = performance.now()
        await side.upload()
        await side.saved?.()
        up[name].push(SIZE / 2 ** 20 / ((performance.now() - began) / 1000))
        const between = used()
        down[name].push(SIZE / 2 ** 20 / (await side.download()))
        if (name !== 'product') continue
        cpu.up.push(between - before)
        cpu.down.push(used() - between)
      }
    }
    return [
      {
        goal: 'P13',
        what: 'upload into S3, until it is in the bucket',
        measured: against(up),
        wanted: 'beside the floor',
      },
      { goal: 'P14', what: 'download out of S3, each piece checked', measured: against(down), wanted: '≥ 0.9 × floor' },
      {
        goal: 'P14',
        what: 'CPU of the product a GiB into S3, and out of it',
        measured: `${median(cpu.up).toFixed(2)} s, ${median(cpu.down).toFixed(2)} s`,
        wanted: 'none',
      },
      await manyAtOnce(world, 'S3'),
    ]
  } finally {
    await world.close()
  }
}

/** The same server without the portal; the floor digests nothing. */
function bareSide(settings) {
  const url = new URL(`${settings.origin}/${settings.bucket}/floor.bin`)
  const credentials = { ...settings, service: 's3' }
  const payloadHash = 'UNSIGNED-PAYLOAD'
  const headers = { 'x-amz-content-sha256': payloadHash }
  return {
    upload: () => put(url, 'PUT', signRequest({ method: 'PUT', url, headers, payloadHash }, credentials, new Date())),
    download: () => get(presignUrl(url, credentials, { seconds: 600, now: new Date() }), {}),
  }
}
