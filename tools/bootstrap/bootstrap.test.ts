import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headend-bootstrap-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('SIGTERM to npm start reaches our own process, which ends cleanly', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { start: scripts.start } }))
  await mkdir(join(folder, 'dist/portal'), { recursive: true })
  await mkdir(join(folder, 'tools'))
  // Nothing is to be installed or built here.
  await writeFile(join(folder, 'tools/bootstrap.mjs'), '')
  await writeFile(join(folder, 'dist/portal/main.js'), server)
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  const [ready] = await said(npm, /ready (\d+)/)
  npm.kill('SIGTERM')
  await once(npm, 'close')
  expect(await readFile(join(folder, 'ended'), 'utf8')).toBe('in good order')
  expect(() => process.kill(Number(ready), 0)).toThrow('ESRCH')
})

test('two at once take turns, and the lock of one that died is taken over', async () => {
  await writeFile(join(folder, 'lock'), '99999999 0')
  const both = [worker(), worker()]
  await Promise.all(both.map((child) => once(child, 'close')))
  expect(await readFile(join(folder, 'turns'), 'utf8')).toBe('in out in out ')
})

const server = `
import { writeFileSync } from 'node:fs'
const work = setInterval(() => {}, 1000)
process.once('SIGTERM', () => { writeFileSync('ended', 'in good order'); clearInterval(work) })
console.log('ready ' + process.pid)
`

function worker(): ChildProcess {
  const lock = resolve('tools/bootstrap/lock.mjs')
  const program = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    const { withLock } = await import(${JSON.stringify(lock)})
    await withLock('lock', async () => {
      appendFileSync('turns', 'in ')
      await sleep(300)
      appendFileSync('turns', 'out ')
    })`
  return spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, stdio: 'ignore' })
}

async function said({ stdout }: ChildProcess, pattern: RegExp): Promise<string[]> {
  let text = ''
  for await (const chunk of stdout ?? []) {
    text += chunk
    const found = pattern.exec(text)
    if (found) return found.slice(1)
  }
  throw new Error(`it ended, having said: ${text}`)
}
