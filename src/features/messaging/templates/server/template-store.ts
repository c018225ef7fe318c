import { sql } from 'kysely'
import { type Database, sqlState, type Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import { type Template, templateProblems } from '../contract.ts'

const UNIQUE = '23505'

/** Whether the announcement `a` did not end. */
const isLive = sql`(a.state <> 'ENABLED' or a.expiration_at is null or a.expiration_at > now())`
const json = sql`json_build_object('id', t.id::text, 'name', t.name, 'description', t.description, 'deliveryMethod', t.delivery_method,
  'title', t.title, 'content', t.content, 'link', t.link, 'userInputs', t.user_inputs, 'enabled', t.enabled,
  'announcements', (select count(*) from announcements a where a.template_id = t.id and ${isLive}),
  'events', array(select b.event from template_bindings b where b.template_id = t.id order by 1),
  'created', ${isoSql('t.created_at')}, 'updated', ${isoSql('t.updated_at')}, 'version', t.version)`

type TemplateQuery = {
  readonly page: number
  readonly size: number
  readonly q?: string | undefined
  readonly deliveryMethod?: readonly string[] | undefined
  readonly enabled?: boolean | undefined
}

/** A page of templates, and their number. */
export async function findTemplates(
  db: Database,
  { page, size, q, deliveryMethod, enabled }: TemplateQuery,
  { field, descending }: { field: 'name' | 'id'; descending: boolean },
) {
  const where = sql`${q ? sql`t.name ilike ${`%${likeText(q)}%`}` : sql`true`}
    and ${deliveryMethod?.length ? sql`t.delivery_method = any(${[...deliveryMethod]}::text[])` : sql`true`}
    and ${enabled === undefined ? sql`true` : sql`t.enabled = ${enabled}`}`
  const direction = directionOf(descending)
  const order = field === 'id' ? sql`t.id` : sql`t.name collate "und-x-icu"`
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{
      row: Template
    }>`select ${json} as row from templates t where ${where} order by ${order} ${direction}, t.id`,
    of: sql`from templates t where ${where}`,
    newest: sql`t.updated_at`,
  })
}

/** A template, else 404; `lock` holds it for the transaction. */
export async function templateOf(db: Database | Tx, id: string, { lock = false } = {}): Promise<Template> {
  if (lock) await sql`select from templates where id = ${id} for update`.execute(db)
  const { rows } = await sql<{ row: Template }>`select ${json} as row from templates t where t.id = ${id}`.execute(db)
  return rows[0]?.row ?? throwProblem(templateProblems['template-not-found'])
}

/** The fields of a template that an author writes. */
export type TemplateRecord = Pick<
  Template,
  'name' | 'description' | 'deliveryMethod' | 'title' | 'content' | 'link' | 'userInputs'
>

/** Stores a new template, or the fields of an existing one with its next version. */
export async function storeTemplate(tx: Tx, record: TemplateRecord, id?: string): Promise<Template> {
  const columns = {
    name: record.name.trim(),
    description: record.description,
    delivery_method: record.deliveryMethod,
    title: record.title.trim(),
    content: record.content,
    link: record.link,
    user_inputs: JSON.stringify(record.userInputs),
  }
  try {
    const storedRow =
      id === undefined
        ? await tx.insertInto('templates').values(columns).returning('id').executeTakeFirstOrThrow()
        : await tx
            .updateTable('templates')
            .set((row) => ({ ...columns, version: row('version', '+', 1), updated_at: sql<Date>`clock_timestamp()` }))
            .where('id', '=', Number(id))
            .returning('id')
            .executeTakeFirstOrThrow()
    return await templateOf(tx, String(storedRow.id))
  } catch (failure) {
    if (sqlState(failure) === UNIQUE) throwProblem(templateProblems['template-exists'])
    throw failure
  }
}

/** Whether new announcements and events may use it. */
export async function setEnabled(tx: Tx, id: string, isEnabled: boolean): Promise<void> {
  await sql`update templates set enabled = ${isEnabled}, version = version + 1, updated_at = clock_timestamp() where id = ${id}`.execute(
    tx,
  )
}
