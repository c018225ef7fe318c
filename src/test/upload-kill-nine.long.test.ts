import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { openProduct } from './product-process.ts'
import { smallWorld } from './small-world.ts'
import { tusHeaders, until } from './software-app.ts'

const MIB = 1_048_576
const size = Number(process.env.UPLOAD_MIB ?? 64) * MIB
const email = 'claire.fontaine@harmonic.example'

test(
  `kill -9 of the whole process tree in the middle of an upload of ${size / MIB} MiB, after a lost connection: it goes on from what is on the disk, and the digest is right`,
  async () => {
    const began = Date.now()
    const product = await openProduct({ DEMO: 'off' })
    try {
      await product.query(smallWorld)
      const token = product.tokenOf(email)
      const call = async (method: string, path: string, body?: unknown) => {
        const response = await fetch(`${product.url}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        return { headers: response.headers, body: (await response.json().catch(() => ({}))) as Record<string, unknown> }
      }
      const digest = digestOf(size)
      const bundle = await call('POST', '/api/bundles', { name: 'Killed', deploymentType: 'DOCSIS' })
      const wanted = { bundleId: bundle.body.id, fileName: 'large.bin', size, sha256: digest }
      const { fileId } = (await call('POST', '/api/box/file/upload/reservation', wanted)).body
      const path = `/api/uploads/${fileId}`
      const offset = async () => Number((await call('HEAD', path)).headers.get('upload-offset'))
      const send = (from: number, until: number, stays = false) =>
        sendBytes(`${product.url}${path}`, token, { from, until, stays })

      const third = Math.floor(size / 3)
      await send(0, third)
      // Once no writer is active any more, nothing at all may be written.
      const lost = await until(async () => {
        const at = await offset()
        const headers = { authorization: `Bearer ${token}`, ...tusHeaders(at) }
        const { status } = await fetch(`${product.url}${path}`, { method: 'PATCH', headers })
        return (status === 204 && at) || undefined
      })
      expect(lost).toBeGreaterThan(0)
      expect(lost).toBeLessThanOrEqual(third)

      const dying = send(lost, 2 * third, true).catch(() => undefined)
      await until(async () => (await offset()) > lost || undefined)
      const reported = await offset()
      product.kill()
      await dying
      await product.start()
      const kept = await offset()
      expect(kept).toBeGreaterThanOrEqual(reported)
      expect(kept).toBeLessThan(size)

      await until(async () => {
        await send(await offset(), size).catch(() => undefined)
        return (await offset()) === size || undefined
      })
      const ended = await until(async () => {
        const { body } = await call('GET', `/api/box/file/upload/${fileId}/status`)
        return body.state === 'SAVING' ? undefined : body
      })
      expect(ended).toMatchObject({ state: 'DONE', digest, error: null })
      const download = await fetch(`${product.url}/api/box/file/upload/${fileId}/download`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const hash = createHash('sha256')
      for await (const chunk of download.body!) hash.update(chunk)
      expect(hash.digest('hex')).toBe(digest)
      console.info(`${size / MIB} MiB in ${Date.now() - began} ms: cut at ${lost}, killed at ${reported}, kept ${kept}`)
    } finally {
      await product.close()
    }
  },
  240_000 + size / 500,
)

/** Bytes that can be generated again at any offset, so that none of them need be stored. */
function piece(index: number): Buffer {
  const seed = createHash('sha256').update(`piece ${index}`).digest()
  return Buffer.alloc(MIB, seed)
}

function digestOf(total: number): string {
  const hash = createHash('sha256')
  for (let index = 0; index < total / MIB; index += 1) hash.update(piece(index))
  return hash.digest('hex')
}

/**
 * A PATCH that declares all bytes from `from` and breaks off at `until`, unless that is the end; one that stays sends
 * slowly and only stops there.
 */
function sendBytes(
  url: string,
  token: string,
  { from, until, stays }: { from: number; until: number; stays: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-length': size - from, ...tusHeaders(from) }
    const sending = request(url, { method: 'PATCH', headers }, (response) => {
      response.resume().once('end', resolve)
    })
    sending.once('error', reject)
    void (async () => {
      for (let at = from; at < until && !sending.destroyed; ) {
        const start = at % MIB
        const bytes = piece(Math.floor(at / MIB)).subarray(start, Math.min(MIB, start + until - at))
        at += bytes.length
        if (!sending.write(bytes)) await new Promise((drained) => sending.once('drain', drained))
        if (stays) await new Promise((resolve) => setTimeout(resolve, 20))
      }
      if (until === size) sending.end()
      else if (!stays) setTimeout(() => resolve(void sending.destroy()), 100)
    })()
  })
}
