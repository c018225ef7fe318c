import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireDownloadable } from '#kit/server/files/file-scans.ts'
import { sendBytes } from '#kit/server/files/send-bytes.ts'
import { DistributionError } from './distribution-errors.ts'
import { findPart, type Reference } from './find-part.ts'
import { recordDenied, recordPull } from './record-pull.ts'
import type { RegistryContext } from './registry-context.ts'
import type { Bearer } from './registry-token.ts'

/** A request to the distribution API whose token is valid. */
export type DistributionCall = RegistryContext & {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly bearer: Bearer
  /** The repository. */
  readonly name: string
}

/** Sends a manifest or a blob that the bearer may pull; any other is not found, whether it exists or not. */
export async function sendPart(
  call: DistributionCall,
  { kind, reference }: { kind: 'MANIFEST' | 'BLOB'; reference: Reference },
): Promise<unknown> {
  const { context, request, bearer, name } = call
  const { portal, store } = context
  const requestedImage = {
    repository: name,
    reference: 'tag' in reference ? reference.tag : `sha256:${reference.digest}`,
  }
  const part = await findPart(portal, bearer, name, reference)
  const isManifest = part?.kind === 'MANIFEST' || part?.kind === 'INDEX'
  if (!part || (kind === 'MANIFEST' && !isManifest)) {
    if ('credential' in bearer && kind === 'MANIFEST') await recordDenied(context, request, bearer, requestedImage)
    throw new DistributionError(
      kind === 'MANIFEST' ? 'MANIFEST_UNKNOWN' : 'BLOB_UNKNOWN',
      `${requestedImage.reference} was not found in ${name}.`,
    )
  }
  const { digest, size } = part
  await requireDownloadable(portal.db, [{ digest, name: requestedImage.reference }])
  return sendBytes(
    call,
    {
      etag: `"sha256:${digest}"`,
      size,
      headers: {
        'content-type': kind === 'MANIFEST' ? part.mediaType : 'application/octet-stream',
        'docker-content-digest': `sha256:${digest}`,
        'cache-control': 'private, no-cache',
      },
      isThere: async () => (await store.sizeOf(digest)) === size,
      writeRange: (range, into) => store.writeRange(digest, range, into),
    },
    {
      async begin() {
        if ('credential' in bearer && isManifest)
          await recordPull(context, request, bearer, { ...requestedImage, part })
      },
    },
  )
}
