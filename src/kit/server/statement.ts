import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from '#database/schema.generated.ts'
import { statementName } from '#kit/server/prepared.ts'

/** Adds a value to a statement and returns its placeholder; user text enters SQL in no other way. */
export type BindParameter = (value: unknown) => string

/** A statement as PostgreSQL gets it. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] }

/** Runs a statement and returns its rows. */
export type Run = <Row>(statement: Statement) => Promise<Row[]>

/** Builds a statement with `bind`. */
export function buildSql(write: (bind: BindParameter) => string): Statement {
  const values: unknown[] = []
  const text = write((value) => `$${values.push(value)}`)
  return { text, values }
}

/** Runs statements in a transaction. */
export function within(tx: Kysely<DB>): Run {
  return async <Row>({ text, values }: Statement) =>
    (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[]
}

/** Runs statements on the pool, each text prepared once per connection (see `statementName`). */
export function preparedRun(pool: pg.Pool): Run {
  return async <Row>({ text, values }: Statement) => {
    const name = statementName(text)
    const { rows } = await pool.query({ ...(name ? { name } : {}), text, values: [...values] })
    return rows as Row[]
  }
}

/** Runs statements on the pool, planned for their values; for searches and deep pages, where plans differ much. */
export function unpreparedRun(pool: pg.Pool): Run {
  return async <Row>({ text, values }: Statement) => (await pool.query({ text, values: [...values] })).rows as Row[]
}
