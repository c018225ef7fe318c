import { join } from 'node:path'
import { type Config, readConfig } from '#kit/server/config.ts'
import { openDataDirectory } from '#kit/server/data-directory.ts'
import { startPostgres } from '#kit/server/postgres/start-postgres.ts'
import { StartupError } from '#kit/server/startup-error.ts'
import { installSourceMapTraces } from './source-map-traces.ts'

const IMPATIENT_MS = 1_000
/** For running work to end: a job, an upload. A busy machine needs longer. */
const STOP_MS = 60_000

/** Starts the portal, prints its address, stops gracefully on SIGINT and SIGTERM. */
async function main(): Promise<void> {
  const read = readConfig(process.env)
  if ('errors' in read) throw new StartupError(read.errors.join('\n'))
  const { config } = read
  const directory = await openDataDirectory(config)
  let code: Promise<typeof import('./start-portal.ts')> | undefined
  // The code of the portal is read while the database server starts, not before: reading it leaves time for nothing else.
  const readCode = () => {
    code ??= import('./start-portal.ts')
    return code
  }
  const database = await openDatabaseServer(config, readCode)
  const { startPortal } = await readCode()
  const starting = startPortal({ ...config, ...directory }, database.url).catch(async (failure) => {
    await database.stop()
    throw problemToListen(failure, config)
  })

  let stopping = 0
  const stop = async () => {
    // One Ctrl-C arrives twice where npm passes it on; a second one after that ends the process at once.
    if (stopping) return void (Date.now() - stopping > IMPATIENT_MS && process.exit(1))
    stopping = Date.now()
    setTimeout(() => process.exit(1), STOP_MS).unref()
    // A signal may arrive while the portal starts: it is closed as soon as it has started.
    const running = await starting.catch(() => undefined)
    await running?.close()
    await database.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await starting
}

function openDatabaseServer(config: Config, onSpawn: () => void): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl) return Promise.resolve({ url: config.databaseUrl, stop: async () => undefined })
  return startPostgres({
    directory: join(config.dataDirectory, 'postgres'),
    log: (line) => console.log(line),
    spawned: onSpawn,
  })
}

function problemToListen(failure: unknown, { host, port }: Config): unknown {
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined
  if (code === 'EADDRINUSE')
    return new StartupError(`PORT ${port} on ${host} is in use by another program: stop it, or set PORT`)
  if (code === 'EACCES') return new StartupError(`PORT ${port} cannot be opened by this user: set a PORT above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(`HOST ${host} is not an address of this machine`)
  return failure
}

installSourceMapTraces()
process.on('unhandledRejection', (failure) => console.error('An unhandled promise rejection:', failure))

main().catch((failure: unknown) => {
  const line = failure instanceof StartupError ? failure.message : databaseLine(failure)
  console.error(line ?? failure)
  process.exit(1)
})

function databaseLine(failure: unknown): string | undefined {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '28000', '3D000'].includes(code))
    return `DATABASE_URL cannot be used: ${(failure as Error).message}`
  return undefined
}
