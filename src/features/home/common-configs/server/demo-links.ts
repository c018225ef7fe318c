import type { Tx } from '#kit/server/database.ts'
import { insertCommonConfig } from './config-store.ts'

/** The common links of the demo. */
export async function makeDemoLinks(tx: Tx): Promise<void> {
  await insertCommonConfig(tx, { type: 'WIKI_SHARED_SPACE_URL', url: 'https://wiki.harmonic.example/shared' })
  await insertCommonConfig(tx, { type: 'SERVICE_DESK', url: 'https://desk.harmonic.example/' })
}
