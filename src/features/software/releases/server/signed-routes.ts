import type { FastifyReply } from 'fastify'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { tarOf } from '#kit/server/files/tar.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import {
  downloadVerifyModule,
  downloadVerifyScript,
  readChecksums,
  readManifest,
  readSignature,
  readVerificationKit,
  releaseProblems,
} from '../contract.ts'
import { frozenComponents } from './frozen-components.ts'
import { signedLayout } from './frozen-layout.ts'
import { signedBytes } from './signing/dsse.ts'
import { checksumsOf, verifyModule, verifyScript } from './signing/manifest.ts'
import { findRelease } from './stored-release.ts'
import { signedParts, verificationKit } from './verification-kit.ts'

/** The files with which a customer verifies a release, also after the release was deleted. */
export function serveSigned(portal: AppContext): void {
  const { db } = portal
  registerStream(portal, readManifest, async ({ session, params, query, reply }) => {
    const release = await findRelease(db, session, params.id, { deleted: true })
    const { form = 'manifest' } = query
    if (form === 'manifest') return send(reply, 'manifest.json', release.manifest)
    const { statement } = signedParts(release)
    if (form === 'statement') return send(reply, 'release.json', statement)
    return send(reply, 'release.pae', signedBytes(statement))
  })
  registerStream(portal, readSignature, async ({ session, params, query, reply }) => {
    const release = await findRelease(db, session, params.id, { deleted: true })
    const { signature, envelope } = signedParts(release)
    if (query.form === 'minisig')
      return send(
        reply,
        'release.json.minisig',
        Buffer.from(release.minisig ?? throwProblem(releaseProblems['release-not-signed'])),
      )
    if (query.form === 'raw') return send(reply, 'release.sig', signature)
    return send(reply, 'release.dsse.json', Buffer.from(envelope))
  })
  registerStream(portal, readChecksums, async ({ session, params, reply }) => {
    const { id } = await findRelease(db, session, params.id, { deleted: true })
    const sums = checksumsOf(await frozenComponents(db, id))
    return send(reply, 'SHA256SUMS', Buffer.from(sums), 'text/plain; charset=utf-8')
  })
  registerStream(portal, readVerificationKit, async ({ session, params, reply }) => {
    const release = await findRelease(db, session, params.id, { deleted: true })
    const components = await frozenComponents(db, release.id)
    const kit = tarOf(verificationKit(release, components, await signedLayout(db, release, components)))
    return send(reply, `release-${release.id}-verify.tar`, kit, 'application/x-tar')
  })

  registerStream(portal, downloadVerifyModule, async ({ reply }) =>
    send(reply, 'headend-verify.mjs', verifyModule, 'text/javascript; charset=utf-8'),
  )
  registerStream(portal, downloadVerifyScript, async ({ reply }) =>
    send(reply, 'headend-verify.sh', verifyScript, 'application/x-sh'),
  )
}

/** Unchanged bytes, to be saved under the name that verify.sh expects. */
function send(reply: FastifyReply, name: string, bytes: Buffer, type = 'application/octet-stream'): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition('attachment', name))
    .send(bytes)
}
