import { sql } from 'kysely'
import { type StoredBundle, touchBundle } from '#features/software/bundles/server/index.ts'
import type { Problem } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { releaseCreated, releaseProblems } from '../contract.ts'
import { freezeRelease, type Making } from './freeze-release.ts'

/**
 * Why a bundle has nothing to release now, and the names in the text of the problem; undefined when it has. An image that
 * is still copied from a registry, or whose copy failed, is a component that is not in storage.
 */
export async function contentObstacle(
  tx: Tx,
  { id, name }: Pick<StoredBundle, 'id' | 'name'>,
): Promise<{ problem: Problem; values: Record<string, string> } | undefined> {
  const { rows } = await sql<{ component: string; status: string }>`
    select component, status from (
      select file_name as component, status from bundle_components where bundle_id = ${id}
      union all
      select u.file_name, 'PENDING' from uploads u
      where u.bundle_id = ${id} and u.source_type = 'DOCKER' and u.state in ('RESERVED', 'UPLOADING', 'SAVING', 'FAILED')
        and not exists (select from bundle_components c
          where c.bundle_id = u.bundle_id and lower(c.file_name) = lower(u.file_name) and c.status = 'IN_STORAGE')) listed
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
  if (note)
    await sql`insert into release_notes (release_id, author_id, text) values (${id}, ${by.id}, ${note})`.execute(tx)
  await touchBundle(tx, bundle.id)
  const data = { releaseId: id, what: name, components, ...(note ? { note } : {}) }
  await recordEvent(tx, releaseCreated, actor, { account: account.id, subject: bundle.id, data })
  return id
}
