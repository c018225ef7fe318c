import { sql } from 'kysely'
import type { PageAudience } from '#features/collaboration/wiki/contract.ts'
import {
  applyMirroredPages,
  findMirroredPages,
  type MirroredText,
  MOST_MIRRORED,
} from '#features/collaboration/wiki/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { serverTexts } from '../texts.ts'
import { inTree } from './in-tree.ts'
import type { WikiSpace } from './wiki-system.ts'

/** Pages whose texts are read before they are stored together. */
const BATCH = 50

/**
 * Makes the copies of a space's pages equal to the space: reads the texts of new and changed pages, stores them in
 * batches, and removes pages that are gone. A run that was interrupted is continued by the next one.
 */
export async function mirrorSpace(
  { db }: AppContext,
  { connection, name, space, readers }: { connection: string; name: string; space: WikiSpace; readers: PageAudience },
): Promise<void> {
  const spacePages = await space.listPages()
  const mirroredPages = await findMirroredPages(db, connection)
  // A space without pages is more likely one that the login may no longer read.
  if (spacePages.length === 0 && mirroredPages.size > 0)
    throw new IntegrationError(serverTexts.nothingListed, { fault: 'credentials' })
  const pages = inTree(spacePages).slice(0, MOST_MIRRORED)
  const source = { connection, name, readers }
  const ids = pages.map(({ id }) => id)
  const changedPages = pages.filter(({ id, version }) => mirroredPages.get(id)?.version !== version)
  for (let at = 0; at < changedPages.length; at += BATCH) {
    const texts: MirroredText[] = []
    for (const page of changedPages.slice(at, at + BATCH)) texts.push({ ...page, body: await space.readText(page.id) })
    await inTransaction(db, (tx) => applyMirroredPages(tx, source, { texts, tree: [], keep: null }))
  }
  const tree = pages.map(({ id, parentId }) => ({ id, parentId }))
  await inTransaction(db, async (tx) => {
    const storedCount = await applyMirroredPages(tx, source, { texts: [], tree, keep: ids })
    await sql`
      update wiki_mirrors set read_at = now(), pages = ${storedCount}, left_out = ${spacePages.length - storedCount}
      where connection = ${connection}`.execute(tx)
  })
}
