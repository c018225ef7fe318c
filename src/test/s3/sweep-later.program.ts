import { join } from 'node:path'
import { readConfig } from '#kit/server/config.ts'
import { openDataDirectory } from '#kit/server/data-directory.ts'
import { openDatabase } from '#kit/server/database.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { deleteUnreferencedFiles } from '#kit/server/files/stored-files.ts'
import { startPostgres } from '#kit/server/postgres/start-postgres.ts'

/** A process that sweeps the files of a running portal as if this many milliseconds had passed, to be killed. */
const later = Number(process.argv[2])
const now = Date.now
Date.now = () => now() + later
const read = readConfig(process.env)
if ('errors' in read) throw new Error(read.errors.join('\n'))
const config = { ...read.config, ...(await openDataDirectory(read.config)) }
const server = await startPostgres({
  directory: join(config.dataDirectory, 'postgres'),
  log: () => undefined,
  join: true,
})
const { db, close } = openDatabase(server.url, { size: 2 })
process.stdout.write('begins\n')
process.stdout.write(`${await deleteUnreferencedFiles(db, fileStoreOf(config))} removed\n`)
await close()
await server.stop()
