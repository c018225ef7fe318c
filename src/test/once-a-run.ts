import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * A directory that `make` fills once in a test run, however many test files ask for it; they wait meanwhile. `make`
 * creates it.
 */
export async function onceARun(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const directory = join(inject('runDirectory'), name)
  const lock = new pg.Client({ connectionString: inject('databaseServer') })
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock(hashtext($1))', [name])
    if (!existsSync(directory)) {
      await make(`${directory}.unfinished`)
      await rename(`${directory}.unfinished`, directory)
    }
  } finally {
    await lock.end()
  }
  return directory
}
