import type { FastifyReply } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  downloadKeyList,
  downloadMinisignKey,
  downloadSigningKeys,
  listSigningKeys,
  readSigningRoot,
} from '../contract.ts'
import { minisignKey } from './minisign.ts'
import { keysPem, listKeys, signingSecrets } from './signing-keys.ts'
import { currentKeyList, rootFacts } from './stored-key-list.ts'

export { activeSigner, openSigner } from './active-signer.ts'
export { type Canonical, canonicalJson } from './canonical-json.ts'
export { readKeyList, signKeyList } from './key-list.ts'
export { minisign } from './minisign.ts'
export { prepareSigning } from './prepare-signing.ts'
export { rootCommands } from './root-commands.ts'
export { type Signer, SigningFailed } from './signer.ts'
export { revokeSigningKey, rotateSigningKey, signingCommands } from './signing-commands.ts'
export { activeKey } from './signing-keys.ts'
export { importKeyList } from './stored-key-list.ts'

/** The keys with which the portal signs releases and closed SLA months, and their public halves. */
export const signingFeature: Feature = {
  name: 'signing',
  serve(portal) {
    const { db } = portal
    serve(portal, listSigningKeys, async () => ({ keys: await listKeys(db) }))
    registerStream(portal, downloadSigningKeys, async ({ reply }) =>
      reply
        .header('content-type', 'application/x-pem-file')
        .header('content-disposition', 'attachment; filename="headend-keys.pem"')
        .send(Buffer.from(keysPem(await listKeys(db)))),
    )
    serve(portal, readSigningRoot, async () => ({ root: await rootFacts(db) }))
    registerStream(portal, downloadKeyList, async ({ reply }) => {
      const { list } = (await currentKeyList(db)) ?? throwProblem(kitProblems['not-found'])
      return sendText(reply, 'headend-keys.list', list)
    })
    registerStream(portal, downloadMinisignKey, async ({ query, reply }) => {
      const keys = await listKeys(db)
      const key = keys.find(({ keyId, status }) => (query.key ? keyId === query.key : status === 'active'))
      const { publicKey, keyId } = key ?? throwProblem(kitProblems['not-found'])
      return sendText(reply, 'headend-keys.minisign.pub', minisignKey(publicKey, keyId))
    })
  },
  encryptedColumns: [signingSecrets],
}

function sendText(reply: FastifyReply, name: string, text: string): FastifyReply {
  return reply
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(text)
}
