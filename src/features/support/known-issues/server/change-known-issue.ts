import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type declareKnownIssue,
  type editKnownIssue,
  type InternalKnownIssueNote,
  type KnownIssue,
  type KnownIssueDetail,
  knownIssueDeclared,
  knownIssueEdited,
} from '../contract.ts'
import { knownIssueId, knownIssueOf, noteOf } from './known-issue-store.ts'

type Fields = CommandContext<typeof declareKnownIssue>['body']

/** Declares a known issue. */
export async function addKnownIssue(call: CommandContext<typeof declareKnownIssue>) {
  const { tx, session, body } = call
  const { note = '', detect = '' } = body
  const { id, key } = await tx
    .insertInto('known_issues')
    .values(columnsOf(body))
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow()
  await storeNote(tx, id, { note, detect })
  await call.record(knownIssueDeclared, { subject: key, data: { title: body.title, published: body.published } })
  return withVersion(await knownIssueOf(tx, session, String(key)))
}

/** Changes a known issue, and its internal note. */
export async function changeKnownIssue(call: CommandContext<typeof editKnownIssue>) {
  const { tx, session, body } = call
  const { id, key, version } = await knownIssueId(tx, session, call.params.key, { lock: true })
  requireVersion(call, version)
  const before = await knownIssueOf(tx, session, key)
  const noteBefore = await noteOf(tx, id, key)
  const { note, detect, ...fields } = body
  const changes = {
    ...changesOf(before, fields as Partial<KnownIssue>),
    ...changesOf(noteBefore, { note, detect } as Partial<InternalKnownIssueNote>),
  }
  if (Object.keys(changes).length === 0) return withVersion(before)
  const after = { ...before, ...fields } as Fields
  await tx
    .updateTable('known_issues')
    .set((row) => ({ ...columnsOf(after), version: row('version', '+', 1), updated_at: sql<Date>`clock_timestamp()` }))
    .where('id', '=', id)
    .execute()
  await storeNote(tx, id, { note: note ?? noteBefore.note, detect: detect ?? noteBefore.detect })
  await call.record(knownIssueEdited, { subject: key, data: { title: after.title, changes } })
  return withVersion(await knownIssueOf(tx, session, key))
}

/** A known issue with its version as ETag. */
export function withVersion(issue: KnownIssueDetail) {
  return respond(issue, { headers: { etag: etagOf(issue.version) } })
}

async function storeNote(tx: Tx, id: number, { note, detect }: { note: string; detect: string }): Promise<void> {
  await tx
    .insertInto('known_issue_notes')
    .values({ known_issue_id: id, note, detect })
    .onConflict((conflict) => conflict.column('known_issue_id').doUpdateSet({ note, detect }))
    .execute()
}

function columnsOf(fields: Fields) {
  return {
    title: fields.title.trim(),
    product: fields.product.trim(),
    component: fields.component?.trim() ?? null,
    affected: fields.affected,
    fixed_in: fields.fixedIn,
    severity: fields.severity,
    symptom: fields.symptom.trim(),
    conditions: [...fields.conditions],
    signature: [...fields.signature],
    workaround: fields.workaround,
    release_note: fields.releaseNote,
    published: fields.published,
    // The trigger of the table fills it.
    words: '',
  }
}
