import pg from 'pg'
import { migrate } from '#database/migrate.ts'

/** The database that test databases are copied from: migrated once a run. */
export const template = 'headend_template'

/** The same with the demo world, for the journeys in a browser; the first of them makes it. */
export const demoTemplate = 'headend_template_demo'

/** Creates the template again on the server of this URL, and deletes that of the demo world. */
export async function makeTemplate(server: string): Promise<void> {
  await run(server, `drop database if exists ${demoTemplate} with (force)`)
  await run(server, `drop database if exists ${template} with (force)`)
  await run(server, `create database ${template}`)
  await migrate(databaseUrl(server, template))
}

/** The URL of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on a new connection. */
export async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
