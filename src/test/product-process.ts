import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#kit/server/postgres/start-postgres.ts'
import { folderInMemory } from './folder-in-memory.ts'

/** The built product as a separate process, with the demo world in a new directory. */
export type Product = {
  readonly url: string
  /** The address that it names itself by. */
  readonly publicUrl: string
  /** The directory of its data. */
  readonly data: string
  /** The current process. */
  readonly process: ChildProcess
  /** Its output since the last start. */
  readonly printed: string
  /** Runs `headend …` on the command line; returns what that printed. */
  run(...words: string[]): string
  /** A new API token of a user, by e-mail. */
  tokenOf(email: string): string
  /** A new connection to its database; one that a kill ends says nothing. */
  connect(): Promise<pg.Client>
  /** Runs one statement on a new connection. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>
  /** Lets jobs of a killed process go to the next one at once: it would wait for a sign of life for a minute. */
  releaseJobs(): Promise<void>
  /** kill -9 of the portal, then of PostgreSQL, as a crash of the machine would. */
  kill(): void
  /** Ends it cleanly. */
  stop(): Promise<void>
  /** Starts it again, and resolves when it prints its address. */
  start(): Promise<void>
  /** Kills it and removes its data. */
  close(): Promise<void>
}

/** Starts the product; `env` adds to its settings for good, `first` only to this start. */
export async function openProduct(env: NodeJS.ProcessEnv = {}, first: NodeJS.ProcessEnv = {}): Promise<Product> {
  // A killed process loses nothing that it has written there, as on a disk.
  const folder = await folderInMemory('headend-product-')
  // PostgreSQL may run as another user, which needs access to it.
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  const PORT = String(await freePort())
  const own = { ...process.env, DATA_DIR: data, PORT, HOST: '127.0.0.1', DEMO: 'on', LOG_LEVEL: 'fatal', ...env }
  let printed = ''
  const startWith = (env: NodeJS.ProcessEnv) => {
    printed = ''
    return startProduct(env, (text) => {
      printed += text
    })
  }
  let running = await startWith({ ...own, ...first })
  const run = (...words: string[]) =>
    execFileSync(process.execPath, ['dist/portal/cli.js', ...words], { env: own, encoding: 'utf8' })
  const kill = () => killTree(running, data)
  const connect = async () => {
    const { url } = await startPostgres({ directory: join(data, 'postgres'), log: () => undefined, join: true })
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const query = async (text: string, values: readonly unknown[] = []) => {
    const client = await connect()
    try {
      return await client.query(text, [...values])
    } finally {
      await client.end()
    }
  }
  return {
    url: `http://127.0.0.1:${PORT}`,
    get publicUrl() {
      return / is at (\S+)/.exec(printed)![1]!
    },
    data,
    get process() {
      return running
    },
    get printed() {
      return printed
    },
    run,
    tokenOf: (email) => /hdt_[\w-]+/.exec(run('user', 'token', email, '--name', 'test'))![0],
    connect,
    query,
    async releaseJobs() {
      const aMinuteAgo = `
        with aged as (update jobs set updated_at = updated_at - interval '1 minute' where state = 'IN_PROGRESS' and updated_at < $1)
        update job_workers set seen_at = seen_at - interval '1 minute' where seen_at < $1`
      await query(aMinuteAgo, [new Date(Date.now() - 1_000)])
    },
    kill,
    async stop() {
      const ended = once(running, 'exit')
      running.kill('SIGTERM')
      await ended
    },
    async start() {
      running = await startWith(own)
    },
    async close() {
      kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function startProduct(env: NodeJS.ProcessEnv, say: (text: string) => void): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/portal/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (text: Buffer) => {
      say(String(text))
      if (String(text).includes(' is at ')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)))
  })
  return child
}

function killTree(product: ChildProcess, data: string): void {
  product.kill('SIGKILL')
  try {
    const postmaster = Number(readFileSync(join(data, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    if (postmaster > 1) process.kill(postmaster, 'SIGKILL')
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && ['ESRCH', 'ENOENT'].includes(String(failure.code))))
      throw failure
  }
}

/**
 * A port that is free at the moment and never assigned automatically: it is below the range of ephemeral ports, so that
 * it is still free when its holder was away for a moment.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
