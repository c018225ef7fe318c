// What tests import as `kysely`: the same, but `sql` compares each result with the row that its template asserts.
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { sql as plainSql, type QueryExecutorProvider, type RawBuilder } from '../../node_modules/kysely/dist/index.js'
import { type Field, rowFaults } from './row-faults.ts'
import { assertedRow, type RowShape } from './row-shape.ts'

export * from '../../node_modules/kysely/dist/index.js'

/** Where templates differ from what their statements return, found since the last look. */
export const sqlFaults: string[] = []

/** A template may be put together in several ways; the first few that run are compared. */
const MOST_RUNS = 3
type Site = { readonly file: string; readonly row: RowShape; left: number }
const sites = new WeakMap<TemplateStringsArray, Site | null>()
/** Columns of the statements that are waited for, by text. */
const results = new Map<string, readonly Field[] | undefined>()

watchResults()

function watchedSql<Row>(texts: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> {
  const builder = plainSql<Row>(texts, ...values)
  const site = siteOf(texts)
  if (!site || site.left <= 0) return builder
  const execute = builder.execute.bind(builder)
  return Object.assign(builder, {
    async execute(provider: QueryExecutorProvider) {
      site.left -= 1
      const { sql: text } = builder.compile(provider)
      results.set(text, undefined)
      const result = await execute(provider)
      const fields = results.get(text)
      results.delete(text)
      if (fields)
        sqlFaults.push(...rowFaults(site.row, fields, text).map((fault) => `${site.file}: ${fault}, in ${start(text)}`))
      return result
    },
  })
}

/** `sql` with its other functions: `sql.ref`, `sql.raw`. */
export const sql = Object.assign(watchedSql, plainSql) as typeof plainSql

function siteOf(texts: TemplateStringsArray): Site | null {
  const known = sites.get(texts)
  if (known !== undefined) return known
  const file = callerOf()
  const row = file && assertedRow(file, texts)
  const site = file && row ? { file: file.slice(process.cwd().length + 1), row, left: MOST_RUNS } : null
  sites.set(texts, site)
  return site
}

/** The source that called `sql`. */
function callerOf(): string | undefined {
  const { stack = '' } = new Error('for its stack')
  const paths = stack.matchAll(/(?:file:\/\/)?(\/[^():\n]+\.tsx?)(?:\?[^:)]*)?:\d+/g)
  const own = fileURLToPath(import.meta.url)
  for (const [, path] of paths) if (path && path !== own) return path
  return undefined
}

function start(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 120)
}

function watchResults(): void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first
    const result: unknown = Reflect.apply(query, this, given)
    if (typeof text === 'string' && results.has(text) && result instanceof Promise)
      result.then(
        ({ fields }: pg.QueryResult) => results.has(text) && results.set(text, fields),
        () => undefined,
      )
    return result
  } as typeof query
}
