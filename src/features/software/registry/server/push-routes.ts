import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import {
  collectImage,
  ImageFlaw,
  isKnownPart,
  MANIFEST_LIMIT,
  rememberBlob,
  rememberImage,
} from '#features/software/images/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { bufferChunks } from '#kit/server/files/gathered.ts'
import { partialFilesOf } from '#kit/server/files/partial-file.ts'
import { FileTooLarge } from '#kit/server/files/received-file.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { imagePushed } from '../contract.ts'
import { DistributionError } from './distribution-errors.ts'
import type { Reference } from './find-part.ts'
import type { DistributionCall } from './pull-routes.ts'

/** A request of a release manager who pushes. */
export type PushContext = Omit<DistributionCall, 'bearer'> & { readonly user: number; readonly userName: string }

/** The largest blob, in bytes. */
const BLOB_LIMIT = 20 * 1024 ** 3

/** The upload of a blob: begin, append, end; or one that the registry has already, taken from another repository. */
export async function pushBlob(push: PushContext, id: string): Promise<unknown> {
  const { method } = push.request
  if (method === 'POST' && id === '') return begin(push)
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new DistributionError('BLOB_UPLOAD_UNKNOWN', 'This upload was not found.')
  if (method === 'PATCH') return progress(push, id, await append(push, id), 202)
  if (method === 'PUT') return finish(push, id)
  const { partial } = filesOf(push)
  if (method === 'GET') return progress(push, id, await partial.sizeOf(id), 204)
  if (method === 'DELETE') {
    await partial.remove(id)
    return push.reply.code(204).send()
  }
  throw new DistributionError('UNSUPPORTED', 'Uploads are begun, continued, ended or cancelled.')
}

function filesOf({ context }: PushContext) {
  return { store: context.store, partial: partialFilesOf(context.portal.config, 'incoming') }
}

async function begin(push: PushContext): Promise<unknown> {
  const { mount, digest } = push.request.query as { mount?: string; digest?: string }
  const id = randomUUID()
  if (digest !== undefined) return finish(push, id)
  const hex = mount?.replace(/^sha256:/, '') ?? ''
  const size =
    /^[0-9a-f]{64}$/.test(hex) && (await isKnownPart(push.context.portal.db, hex))
      ? await push.context.store.sizeOf(hex)
      : undefined
  if (size === undefined) return progress(push, id, 0, 202)
  await remember(push, { digest: hex, size })
  return replyCreated(push, hex)
}

function progress({ reply, name }: PushContext, id: string, size: number, status: number): unknown {
  return reply
    .code(status)
    .headers({
      location: `/v2/${name}/blobs/uploads/${id}`,
      range: `0-${Math.max(size - 1, 0)}`,
      'docker-upload-uuid': id,
    })
    .send()
}

/** Appends the body; a range that does not begin where the upload ends is rejected. */
async function append(push: PushContext, id: string): Promise<number> {
  const { request, name } = push
  const { partial } = filesOf(push)
  const start = await partial.sizeOf(id)
  const [, first] = /^(\d{1,15})-\d{1,15}$/.exec(request.headers['content-range'] ?? '') ?? []
  if (first !== undefined && Number(first) !== start)
    throw new DistributionError('RANGE_INVALID', `The upload is at byte ${start}.`, {
      location: `/v2/${name}/blobs/uploads/${id}`,
      range: `0-${Math.max(start - 1, 0)}`,
    })
  const file = await partial.open(id, start)
  let end = start
  try {
    const body = request.body as Readable | undefined
    if (!body) return start
    for await (const chunks of bufferChunks(body)) {
      for (const chunk of chunks) end += chunk.length
      if (end > BLOB_LIMIT) throw new DistributionError('SIZE_INVALID', `A blob has at most ${BLOB_LIMIT} bytes.`)
      await file.write(chunks)
    }
    return await file.sync()
  } finally {
    await file.close()
  }
}

async function finish(push: PushContext, id: string): Promise<unknown> {
  const { digest: digestText = '' } = push.request.query as { digest?: string }
  const wantedDigest = /^sha256:([0-9a-f]{64})$/.exec(digestText)?.[1]
  if (wantedDigest === undefined)
    throw new DistributionError('DIGEST_INVALID', 'The parameter digest must be sha256: and 64 hexadecimal digits.')
  const size = await append(push, id)
  const { store, partial } = filesOf(push)
  const path = partial.pathOf(id)
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 512 * 1024 })) hash.update(piece)
  const digest = hash.digest('hex')
  if (digest !== wantedDigest) {
    await partial.remove(id)
    throw new DistributionError('DIGEST_INVALID', `The bytes have the digest sha256:${digest}.`)
  }
  await store.adopt(path, digest)
  await remember(push, { digest, size })
  await partial.remove(id)
  return replyCreated(push, digest)
}

async function remember({ context, name }: PushContext, blob: { digest: string; size: number }): Promise<void> {
  const { db, config } = context.portal
  await inTransaction(db, (tx) => rememberBlob(tx, name, blob, config))
}

function replyCreated({ reply, name }: PushContext, digest: string): unknown {
  return reply
    .code(201)
    .headers({ location: `/v2/${name}/blobs/sha256:${digest}`, 'docker-content-digest': `sha256:${digest}` })
    .send()
}

/** Stores a manifest whose parts are all there, with the sizes that it says; a tag names it from now on. */
export async function pushManifest(push: PushContext, reference: Reference): Promise<unknown> {
  const { context, request, reply, name, user, userName } = push
  const { db, config } = context.portal
  const bytes = await bodyOf(request.body as Readable | undefined, context)
  const digest = createHash('sha256').update(bytes).digest('hex')
  if ('digest' in reference && reference.digest !== digest)
    throw new DistributionError('DIGEST_INVALID', `The manifest has the digest sha256:${digest}.`)
  const image = await collectImage(digest, {
    sizeOf: async (part) =>
      part === digest ? bytes.length : (await isKnownPart(db, part)) ? context.store.sizeOf(part) : undefined,
    bytes: async (part) => (part === digest ? bytes : buffer(context.store.read(part))),
  }).catch((failure) => {
    throw failure instanceof ImageFlaw ? new DistributionError('MANIFEST_INVALID', failure.message) : failure
  })
  await context.store.keep(await context.store.receive([bytes], MANIFEST_LIMIT))
  await inTransaction(db, async (tx) => {
    await rememberImage(tx, image, config)
    if ('digest' in reference) return
    await sql`insert into image_tags (repository, tag, image, pushed_by) values (${name}, ${reference.tag}, ${digest}, ${user})
      on conflict (repository, tag) do update set image = excluded.image, pushed_by = excluded.pushed_by, updated_at = now()`.execute(
      tx,
    )
    const what = `${name}:${reference.tag}`
    await recordEvent(
      tx,
      imagePushed,
      { userId: user, userName, requestId: request.id, address: request.ip },
      {
        subject: what,
        data: { what, digest, size: image.size },
      },
    )
  })
  return reply
    .code(201)
    .headers({ location: `/v2/${name}/manifests/sha256:${digest}`, 'docker-content-digest': `sha256:${digest}` })
    .send()
}

async function bodyOf(body: Readable | undefined, { store }: PushContext['context']): Promise<Buffer> {
  if (!body) throw new DistributionError('MANIFEST_INVALID', 'The manifest is missing.')
  try {
    const storedFile = await store.receive(body, MANIFEST_LIMIT)
    const bytes = await storedFile.bytes()
    await storedFile.discard()
    return bytes
  } catch (failure) {
    if (failure instanceof FileTooLarge)
      throw new DistributionError('SIZE_INVALID', `A manifest has at most ${MANIFEST_LIMIT} bytes.`)
    throw failure
  }
}
