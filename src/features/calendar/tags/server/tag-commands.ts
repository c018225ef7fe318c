import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, type HandlerResponse, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type changeTag,
  type createTag,
  type deleteTag,
  IGNORED_COLOUR,
  type Tag,
  tagChanged,
  tagCreated,
  tagDeleted,
  tagProblems,
} from '../contract.ts'
import { findTags } from './tag-store.ts'

const MOST_TAGS = 500

/** Creates a tag. */
export async function create(call: CommandContext<typeof createTag>): Promise<HandlerResponse<Tag>> {
  const { tx, body } = call
  await sql`lock table calendar_tags in share row exclusive mode`.execute(tx)
  await requireFreeName(tx, body.name, null)
  const { rows: countRows } = await sql<{ count: number }>`select count(*)::int as count from calendar_tags`.execute(tx)
  if (countRows[0]!.count >= MOST_TAGS) throwProblem(tagProblems['calendar-tags-full'], { limit: MOST_TAGS })
  const { rows } = await sql<{ id: number }>`
    insert into calendar_tags (name, color_code, scope, holds_outages, is_freeze)
    values (${body.name}, ${colourOf(body.colorCode)}, ${body.scope}, ${body.holdsOutages}, ${body.freeze}) returning id`.execute(
    tx,
  )
  const { id } = rows[0]!
  await call.record(tagCreated, { subject: id, data: { what: body.name } })
  return tagReply(tx, id)
}

/** Replaces a tag. The fixed one only gets another colour. */
export async function change(call: CommandContext<typeof changeTag>): Promise<HandlerResponse<Tag>> {
  const { tx, body } = call
  const tag = await lockedTag(tx, body.id)
  requireVersion(call, tag.version)
  const { name, scope, holdsOutages, freeze } = body
  const after = { name, colorCode: colourOf(body.colorCode), scope, holdsOutages, freeze }
  const changes = changesOf(tag, after)
  if (tag.isFixed && Object.keys(changes).some((field) => field !== 'colorCode'))
    throwProblem(tagProblems['calendar-tag-fixed'], { name: tag.name })
  await requireFreeName(tx, name, Number(tag.id))
  if (Object.keys(changes).length > 0) {
    await sql`
      update calendar_tags set name = ${name}, color_code = ${after.colorCode}, scope = ${scope},
        holds_outages = ${holdsOutages}, is_freeze = ${freeze}, version = version + 1, updated_at = now() where id = ${tag.id}::bigint`.execute(
      tx,
    )
    await call.record(tagChanged, { subject: tag.id, data: { what: tag.name, changes } })
  }
  return tagReply(tx, Number(tag.id))
}

/** Deletes a tag that no event has. */
export async function remove(call: CommandContext<typeof deleteTag>): Promise<undefined> {
  const { tx, query } = call
  const tag = await lockedTag(tx, query.id)
  requireVersion(call, tag.version)
  if (tag.isFixed) throwProblem(tagProblems['calendar-tag-fixed'], { name: tag.name })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calendar_event_tags where tag_id = ${tag.id}::bigint`.execute(tx)
  const { count } = rows[0]!
  if (count > 0) throwProblem(tagProblems['calendar-tag-in-use'], { name: tag.name, count })
  await sql`delete from calendar_tags where id = ${tag.id}::bigint`.execute(tx)
  await call.record(tagDeleted, { subject: tag.id, data: { what: tag.name } })
}

/** The colour that means *none* in older clients is stored as none. */
function colourOf(code: string | null | undefined): string | null {
  const upper = code?.toUpperCase() ?? null
  return upper === IGNORED_COLOUR ? null : upper
}

// An event that gets the tag meanwhile waits for this lock.
async function lockedTag(tx: Tx, id: string): Promise<Tag> {
  await sql`select from calendar_tags where id = ${id}::bigint for update`.execute(tx)
  const [tag] = await findTags(tx, sql`t.id = ${id}::bigint`)
  return tag ?? throwProblem(tagProblems['calendar-tag-not-found'])
}

async function requireFreeName(tx: Tx, name: string, id: number | null): Promise<void> {
  const { rows } = await sql`
    select from calendar_tags where lower(name) = lower(${name}) and id is distinct from ${id}::bigint`.execute(tx)
  if (rows.length > 0) throwProblem(tagProblems['calendar-tag-exists'], { name })
}

async function tagReply(tx: Tx, id: number): Promise<HandlerResponse<Tag>> {
  const [tag] = await findTags(tx, sql`t.id = ${id}`)
  return respond(tag!, { etag: etagOf(tag!.version) })
}
