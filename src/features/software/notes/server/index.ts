import { readEveryBundle } from '#features/software/bundles/contract.ts'
import { lockedBundle, readableBundle, requireEditable, touchBundle } from '#features/software/bundles/server/index.ts'
import { accountReleaseHandler, findRelease, noteRows } from '#features/software/releases/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  addNote,
  changeNote,
  deleteNote,
  listNotes,
  noteAdded,
  noteDeleted,
  noteProblems,
  noteUpdated,
  releaseNoteAdded,
  releaseNoteDeleted,
  releaseNoteUpdated,
} from '../contract.ts'
import { findNotes, insertNote, lockedNote, type NoteOf, type StoredNote, updateNote } from './note-store.ts'

/** Notes of bundles, among vendor staff, and of releases, for their accounts. */
export const notesFeature: Feature = {
  name: 'notes',
  serve(portal) {
    serve(portal, listNotes, async (call) => {
      const { page, size, sort } = call.query
      const owner = await ownerOf(portal.db, call.session, call.query)
      if (owner.kind === 'bundle') requirePermission(call, readEveryBundle)
      const { descending } = readSort(sort, { field: 'created', descending: true })[0]!
      return halPage(call, 'notes', await findNotes(portal.db, owner.kind, owner.id, { page, size, descending }))
    })

    registerCommand(portal, addNote, async (call) => {
      const { tx, session, body } = call
      const owner = await ownerOf(tx, session, call.query)
      requireEditable(await lockedBundle(tx, session, String(owner.bundleId)))
      const note = await insertNote(tx, owner.kind, { ownerId: owner.id, authorId: session.userId, text: body.text })
      await record(call, owner, { bundle: noteAdded, release: releaseNoteAdded }, [null, body.text])
      return note
    })

    registerCommand(portal, changeNote, async (call) => {
      const { stored: storedNote, owner } = await lockNote(call, call.params.id)
      const note = await updateNote(call.tx, storedNote, call.body.text)
      await record(call, owner, { bundle: noteUpdated, release: releaseNoteUpdated }, [storedNote.text, call.body.text])
      return note
    })

    registerCommand(portal, deleteNote, async (call) => {
      const { stored: storedNote, owner } = await lockNote(call, call.params.id)
      await noteRows.remove(call.tx, storedNote)
      await record(call, owner, { bundle: noteDeleted, release: releaseNoteDeleted }, [storedNote.text, null])
      return undefined
    })
  },
  eventHandlers: (portal) => [
    accountReleaseHandler(portal, [releaseNoteAdded, releaseNoteUpdated, releaseNoteDeleted]),
  ],
}

/** The subject of the notes: the bundle or release itself, and the bundle that it belongs to. */
type Owner = {
  readonly kind: NoteOf
  readonly id: number
  readonly bundleId: number
  readonly accountId: number | null
}

async function ownerOf(
  db: Database | Tx,
  session: Session,
  { bundleId, bundleReleaseId }: { bundleId?: string | undefined; bundleReleaseId?: string | undefined },
): Promise<Owner> {
  if ((bundleId === undefined) === (bundleReleaseId === undefined)) throwProblem(noteProblems['note-owner-needed'])
  if (bundleId !== undefined) {
    const { id } = await readableBundle(db, session, bundleId)
    return { kind: 'bundle', id, bundleId: id, accountId: null }
  }
  const release = await findRelease(db, session, bundleReleaseId ?? '')
  return { kind: 'release', id: release.id, bundleId: release.bundleId, accountId: release.accountId }
}

async function lockNote(
  call: CommandContext<typeof changeNote> | CommandContext<typeof deleteNote>,
  id: string,
): Promise<{ stored: StoredNote; owner: Owner }> {
  const { tx, session } = call
  const storedNote = await lockedNote(tx, id)
  if (!storedNote) throwProblem(noteProblems['note-not-found'])
  const ownerId = String(storedNote.ownerId)
  const owner = await ownerOf(
    tx,
    session,
    storedNote.kind === 'bundle' ? { bundleId: ownerId } : { bundleReleaseId: ownerId },
  )
  requireVersion(call, storedNote.version)
  requireEditable(await readableBundle(tx, session, String(owner.bundleId)))
  return { stored: storedNote, owner }
}

async function record(
  call: Pick<CommandContext<unknown>, 'tx' | 'record'>,
  { kind, id, bundleId, accountId }: Owner,
  kinds: {
    readonly bundle: typeof noteAdded | typeof noteUpdated | typeof noteDeleted
    readonly release: typeof releaseNoteAdded | typeof releaseNoteUpdated | typeof releaseNoteDeleted
  },
  text: readonly [string | null, string | null],
): Promise<void> {
  await touchBundle(call.tx, bundleId)
  const about = { account: accountId, subject: bundleId }
  if (kind === 'release') await call.record(kinds.release, { ...about, data: { releaseId: id, changes: { text } } })
  else await call.record(kinds.bundle, { ...about, data: { changes: { text } } })
}
