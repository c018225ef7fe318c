import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl, run, template } from './template.ts'

/** A migrated, empty database of one test file. `drop` it in the end; connections left open are closed. */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${template}`)
  return {
    url: databaseUrl(server, name),
    drop: () => run(server, `drop database if exists ${name} with (force)`),
  }
}
