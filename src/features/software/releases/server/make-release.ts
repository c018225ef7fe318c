import { sql } from 'kysely'
import { bundleContent, type StoredBundle, touchBundle } from '#features/software/bundles/server/index.ts'
import type { Problem } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { releaseCreated, releaseProblems } from '../contract.ts'
import { freezeRelease, type Making } from './freeze-release.ts'
import { noteRows } from './note-rows.ts'

/** Why a bundle has nothing to release now, and the names in the text of the problem; undefined when it has. */
export async function contentObstacle(
  tx: Tx,
  { id, name }: Pick<StoredBundle, 'id' | 'name'>,
): Promise<{ problem: Problem; values: Record<string, string> } | undefined> {
  const { rows } = await sql<{ component: string; status: string }>`
    select file_name as component, status from ${bundleContent(id)} content
    order by status = 'IN_STORAGE', component limit 1`.execute(tx)
  const [first] = rows
  if (!first) return { problem: releaseProblems['release-bundle-empty'], values: { name } }
  if (first.status === 'IN_STORAGE') return undefined
  return { problem: releaseProblems['release-component-not-in-storage'], values: first }
}

/**
 * Creates a release of the locked bundle's current content, with its note, and records it. The caller has checked that
 * the bundle can be released.
 */
export async function makeRelease(
  tx: Tx,
  making: Making & { readonly note?: string | undefined },
  actor: EventActor,
): Promise<number> {
  const { bundle, account, name, by } = making
  const { id, components } = await freezeRelease(tx, making)
  const note = making.note?.trim()
  if (note) await noteRows.insert(tx, 'release', { ownerId: id, authorId: by.id, text: note })
  await touchBundle(tx, bundle.id)
  const data = { releaseId: id, what: name, components, ...(note ? { note } : {}) }
  await recordEvent(tx, releaseCreated, actor, { account: account.id, subject: bundle.id, data })
  return id
}
