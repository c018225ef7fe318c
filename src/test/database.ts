import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl, run, template } from './template.ts'

/**
 * A migrated database of one test file, empty or a copy of another one. `drop` it in the end; connections left open are
 * closed.
 */
export async function testDatabase(from = template): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${from}`)
  return {
    url: databaseUrl(server, name),
    drop: () => run(server, `drop database if exists ${name} with (force)`),
  }
}
