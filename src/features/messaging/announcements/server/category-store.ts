import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { sqlState } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  announcementProblems,
  type Category,
  categoryCreated,
  categoryDeleted,
  categoryUpdated,
  type createCategory,
  type deleteCategory,
  type updateCategory,
} from '../contract.ts'

const UNIQUE = '23505'

/** The categories that authors can choose, by name. */
export async function findCategories(db: Database | Tx, id?: string, { lock = false } = {}): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select c.id::text, c.name, c.sub_category as "subCategory", c.version,
      (select count(*) from announcements a where a.category_id = c.id) as announcements
    from announcement_categories c where not c.internal and ${id === undefined ? sql`true` : sql`c.id = ${id}`}
    order by c.name collate "und-x-icu", c.sub_category collate "und-x-icu" nulls first, c.id ${lock ? sql`for update` : sql``}`.execute(
    db,
  )
  return rows
}

export async function addCategory(call: CommandContext<typeof createCategory>) {
  const { name, subCategory = null } = call.body
  const { rows } = await withUniqueName(
    sql<{
      id: string
    }>`insert into announcement_categories (name, sub_category) values (${name.trim()}, ${subCategory?.trim() ?? null}) returning id::text`.execute(
      call.tx,
    ),
  )
  const { id } = rows[0]!
  await call.record(categoryCreated, { subject: id, data: { name, subCategory } })
  return categoryReply(call.tx, id)
}

export async function renameCategory(call: CommandContext<typeof updateCategory>) {
  const before = await lockedCategory(call)
  const { name = before.name, subCategory = before.subCategory } = call.body
  await withUniqueName(
    sql`update announcement_categories set name = ${name.trim()}, sub_category = ${subCategory?.trim() ?? null}, version = version + 1 where id = ${before.id}`.execute(
      call.tx,
    ),
  )
  await call.record(categoryUpdated, {
    subject: before.id,
    data: { changes: changesOf(before, { name, subCategory }) },
  })
  return categoryReply(call.tx, before.id)
}

export async function removeCategory(call: CommandContext<typeof deleteCategory>): Promise<undefined> {
  const before = await lockedCategory(call)
  if (before.announcements > 0) throwProblem(announcementProblems['category-in-use'], { count: before.announcements })
  await call.tx.deleteFrom('announcement_categories').where('id', '=', Number(before.id)).execute()
  await call.record(categoryDeleted, { subject: before.id, data: { name: before.name } })
  return undefined
}

async function lockedCategory(call: CommandContext<typeof updateCategory> | CommandContext<typeof deleteCategory>) {
  const [category] = await findCategories(call.tx, call.params.id, { lock: true })
  if (!category) throwProblem(announcementProblems['category-not-found'])
  requireVersion(call, category.version)
  return category
}

async function categoryReply(tx: Tx, id: string) {
  const [category] = await findCategories(tx, id)
  return respond(category!, { headers: { etag: etagOf(category!.version) } })
}

async function withUniqueName<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing
  } catch (failure) {
    if (sqlState(failure) === UNIQUE) throwProblem(announcementProblems['category-exists'])
    throw failure
  }
}
