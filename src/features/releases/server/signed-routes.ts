import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { tarOf } from '#kit/server/files/tar.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { serve, serveStream } from '#kit/server/serve/serve.ts'
import {
  downloadSigningKeys,
  listSigningKeys,
  readChecksums,
  readManifest,
  readSignature,
  readVerificationKit,
  releaseProblems,
} from '../contract.ts'
import { frozenComponents } from './frozen-components.ts'
import { envelopeOf, signedBytes } from './signing/dsse.ts'
import { checksumsOf } from './signing/manifest.ts'
import { keysPem, listKeys } from './signing/signing-keys.ts'
import { findRelease, type StoredRelease } from './stored-release.ts'

const verifyScript = readFileSync(new URL('./assets/verify.sh', import.meta.url))

/** What a customer verifies a release with, and the public keys. */
export function serveSigned(portal: Portal): void {
  const { db } = portal
  serveStream(portal, readManifest, async ({ session, params, query, reply }) => {
    const release = await findRelease(db, session, params.id)
    const { form = 'manifest' } = query
    if (form === 'manifest') return send(reply, 'manifest.json', release.manifest)
    const { statement } = signedParts(release)
    if (form === 'statement') return send(reply, 'release.json', statement)
    return send(reply, 'release.pae', signedBytes(statement))
  })
  serveStream(portal, readSignature, async ({ session, params, query, reply }) => {
    const { signature, envelope } = signedParts(await findRelease(db, session, params.id))
    if (query.form === 'raw') return send(reply, 'release.sig', signature)
    return send(reply, 'release.dsse.json', Buffer.from(envelope))
  })
  serveStream(portal, readChecksums, async ({ session, params, reply }) => {
    const { id } = await findRelease(db, session, params.id)
    const sums = checksumsOf(await frozenComponents(db, id))
    return send(reply, 'SHA256SUMS', Buffer.from(sums), 'text/plain; charset=utf-8')
  })
  serveStream(portal, readVerificationKit, async ({ session, params, reply }) => {
    const release = await findRelease(db, session, params.id)
    const { statement, signature, envelope } = signedParts(release)
    const sums = checksumsOf(await frozenComponents(db, release.id))
    const kit = tarOf([
      { name: 'SHA256SUMS', bytes: Buffer.from(sums) },
      { name: 'manifest.json', bytes: release.manifest },
      { name: 'release.json', bytes: statement },
      { name: 'release.dsse.json', bytes: Buffer.from(envelope) },
      { name: 'release.pae', bytes: signedBytes(statement) },
      { name: 'release.sig', bytes: signature },
      { name: 'verify.sh', bytes: verifyScript, executable: true },
    ])
    return send(reply, `release-${release.id}-verify.tar`, kit, 'application/x-tar')
  })

  serve(portal, listSigningKeys, async () => ({ keys: await listKeys(db) }))
  serveStream(portal, downloadSigningKeys, async ({ reply }) =>
    send(reply, 'headend-keys.pem', Buffer.from(keysPem(await listKeys(db))), 'application/x-pem-file'),
  )
}

function signedParts({ statement, signature, keyId }: StoredRelease) {
  if (statement === null || signature === null || keyId === null) refuse(releaseProblems['release-not-signed'])
  return { statement, signature, envelope: envelopeOf(statement, signature, keyId) }
}

/** Bytes as they are, for saving under the name that verify.sh knows. */
function send(reply: FastifyReply, name: string, bytes: Buffer, type = 'application/octet-stream'): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition('attachment', name))
    .send(bytes)
}
