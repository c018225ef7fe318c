import type { Feature } from '#kit/server/portal.ts'
import { registerStream, serve } from '#kit/server/serve/serve.ts'
import { downloadSigningKeys, listSigningKeys } from '../contract.ts'
import { keysPem, listKeys, signingSecrets } from './signing-keys.ts'

export { type Canonical, canonicalJson } from './canonical-json.ts'
export { revokeSigningKey, rotateSigningKey, signingCommands } from './signing-commands.ts'
export { activeKey } from './signing-keys.ts'

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
  },
  encryptedColumns: [signingSecrets],
}
