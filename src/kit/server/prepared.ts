import type { CompiledQuery, PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

const MOST_NAMES = 400
const names = new Map<string, string>()

/**
 * The name under which a statement is prepared, the same on every connection. The first few hundred texts get one;
 * later ones (rare mixtures of filters) have none, so that no caller can fill PostgreSQL's memory with plans.
 */
export function statementName(text: string): string | undefined {
  if (!names.has(text) && names.size < MOST_NAMES) names.set(text, `s${names.size}`)
  return names.get(text)
}

/** Runs a statement outside of a transaction prepared, where one plan is right for all its values. */
export async function runPrepared<Row>(pool: pg.Pool, { sql: text, parameters }: CompiledQuery<Row>): Promise<Row[]> {
  const name = statementName(text)
  const { rows } = await pool.query({ ...(name ? { name } : {}), text, values: [...parameters] })
  return rows as Row[]
}

/**
 * The pool for Kysely: within a transaction, statements with values run prepared, because planning a command's
 * statements again costs more than running them. Outside of one each is planned for its values, which searches need.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  return { connect: async () => preparingClient(await pool.connect()), end: () => pool.end(), options: pool.options }
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let within = false

  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') return client.query(text as pg.Submittable)
    within ||= /^(begin|start transaction)/.test(text)
    const name = within && values.length > 0 ? statementName(text) : undefined
    return client.query({ ...(name ? { name } : {}), text, values: [...values] })
  }

  return { query, release: () => client.release() }
}
