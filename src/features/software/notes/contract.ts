import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { bundleProblems, readBundles, writeNotes } from '#features/software/bundles/contract.ts'
import { releaseProblems } from '#features/software/releases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'

export const noteProblems = problems({
  'note-not-found': { status: 404, text: 'This note was not found.' },
  'note-owner-needed': {
    status: 400,
    text: 'Give either the bundle (bundleId) or the release (bundleReleaseId) of the notes.',
  },
})

const notes = {
  id: z.string(),
  /** Markdown. */
  text: z.string(),
  created: z.iso.datetime(),
  edited: z.nullable(z.iso.datetime()),
  author: UserRef,
  version: z.int(),
}
/** Notes on a bundle, for vendor staff only. */
export const InternalNote = z.object({ ...notes, bundleId: z.string() })
export type InternalNote = z.output<typeof InternalNote>
/** Notes that a release's account reads, once it is delivered. */
export const ReleaseNote = z.object({ ...notes, bundleReleaseId: z.string() })
export type ReleaseNote = z.output<typeof ReleaseNote>
/** A note of either kind. */
export const BundleNote = z.union([InternalNote, ReleaseNote])
export type BundleNote = z.output<typeof BundleNote>

const tag = 'Notes'
const id = z.string().check(z.maxLength(64))
const owner = { bundleId: z.optional(id), bundleReleaseId: z.optional(id) }
const text = z.strictObject({ text: z.string().check(z.regex(/\S/), z.maxLength(32_767)) })
const noNote = [
  bundleProblems['bundle-not-found'],
  releaseProblems['release-not-found'],
  noteProblems['note-owner-needed'],
] as const

export const listNotes = endpoint({
  tag,
  guard: readBundles,
  name: 'listNotes',
  method: 'GET',
  url: '/api/notes',
  summary: 'List the notes of a bundle (vendor staff) or of a release (its account too, once delivered), newest first',
  query: z.extend(listQuery(['created'], {}), owner),
  reply: halList('notes', BundleNote),
  problems: noNote,
})
export const addNote = endpoint({
  tag,
  guard: writeNotes,
  name: 'addNote',
  method: 'POST',
  url: '/api/notes',
  summary: 'Add a note to a bundle or a release',
  status: 201,
  query: z.strictObject(owner),
  body: text,
  reply: BundleNote,
  problems: [...noNote, bundleProblems['bundle-end-of-life']],
})
export const changeNote = endpoint({
  tag,
  guard: writeNotes,
  name: 'changeNote',
  method: 'PATCH',
  url: '/api/notes/{id}',
  summary: 'Edit a note',
  params: z.strictObject({ id }),
  body: text,
  reply: BundleNote,
  problems: [noteProblems['note-not-found'], bundleProblems['bundle-end-of-life']],
})
export const deleteNote = endpoint({
  tag,
  guard: writeNotes,
  name: 'deleteNote',
  method: 'DELETE',
  url: '/api/notes/{id}',
  summary: 'Delete a note',
  params: z.strictObject({ id }),
  problems: [noteProblems['note-not-found'], bundleProblems['bundle-end-of-life']],
})

export const noteAdded = defineEvent('bundle.note-added', {
  audience: 'vendor',
  text: 'added a note to {subject}',
  data: { changes: changesTo({ text: z.string() }) },
})
export const noteUpdated = defineEvent('bundle.note-updated', {
  audience: 'vendor',
  text: 'edited a note of {subject}',
  data: { changes: changesTo({ text: z.string() }) },
})
export const noteDeleted = defineEvent('bundle.note-deleted', {
  audience: 'vendor',
  text: 'deleted a note of {subject}',
  data: { changes: changesTo({ text: z.string() }) },
})
export const releaseNoteAdded = defineEvent('bundle.release-note-added', {
  audience: 'vendor',
  text: 'added a release note to {subject}',
  data: { releaseId: z.int(), changes: changesTo({ text: z.string() }) },
})
export const releaseNoteUpdated = defineEvent('bundle.release-note-updated', {
  audience: 'vendor',
  text: 'edited a release note of {subject}',
  data: { releaseId: z.int(), changes: changesTo({ text: z.string() }) },
})
export const releaseNoteDeleted = defineEvent('bundle.release-note-deleted', {
  audience: 'vendor',
  text: 'deleted a release note of {subject}',
  data: { releaseId: z.int(), changes: changesTo({ text: z.string() }) },
})
