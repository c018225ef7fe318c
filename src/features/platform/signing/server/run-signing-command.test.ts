import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSigningCommand } from './run-signing-command.ts'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headend-signing-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const shell = (script: string, timeoutMs = 60_000) => ({ words: ['/bin/sh', '-c', script], timeoutMs })

test('the command reads the bytes from its standard input and gets the verb, and none of our settings', async () => {
  process.env.S3_SECRET_KEY = 'a secret of the portal'
  try {
    const output = await runSigningCommand(
      shell('cat; echo "$0 [$S3_SECRET_KEY]"; test -n "$PATH"'),
      'sign',
      Buffer.from('a\n'),
    )
    expect(output.toString()).toBe('a\nsign []\n')
  } finally {
    delete process.env.S3_SECRET_KEY
  }
})

test('what takes too long is ended with all that it started', async () => {
  const children = join(folder, 'children')
  const slow = shell(`sleep 3600 & echo $! > ${children}; wait`, 3_000)
  await expect(runSigningCommand(slow, 'sign')).rejects.toThrow('The signing command did not end within 3 seconds.')
  const child = (await readFile(children, 'utf8')).trim()
  // A process that has ended may stay in the table until its parent reads its status.
  await expect
    .poll(async () => (await run('ps', ['-o', 'stat=', '-p', child]).catch(() => ({ stdout: 'Z' }))).stdout)
    .toMatch(/^Z/)
})

test.each([
  [
    'a status, with the last line of its complaint',
    'echo first >&2; echo no slot >&2; exit 3',
    'ended with status 3: no slot.',
  ],
  ['a signal', 'kill -9 $$', 'ended with SIGKILL.'],
  ['too much output', 'while :; do echo 0123456789012345678901234567890123456789; done', 'printed too much.'],
])('%s is a failure with its reason', async (_, script, why) => {
  await expect(runSigningCommand(shell(script), 'sign', Buffer.alloc(1_000_000))).rejects.toThrow(
    `The signing command ${why}`,
  )
})

test('a program that is not there is named as one that cannot be run', async () => {
  const missing = { words: [join(folder, 'missing')], timeoutMs: 60_000 }
  await expect(runSigningCommand(missing, 'sign')).rejects.toThrow('The signing command cannot be run: ENOENT.')
})
