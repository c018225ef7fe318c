import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where packages install it. */
const program = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].find(isThere)

/** Whether this machine has a clamd. */
export const hasClamd = program !== undefined

/**
 * Starts a clamd that detects nothing but EICAR, by its digest, and accepts streams of `limit` bytes; it needs no
 * network.
 */
export async function startRealClamd({ limit = 1_000_000 } = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'headend-clamd-'))
  const path = join(folder, 'socket')
  await writeFile(join(folder, 'test.hdb'), '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n')
  const settings = [`DatabaseDirectory ${folder}`, `LocalSocket ${path}`, 'Foreground yes', `StreamMaxLength ${limit}`]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const child = spawn(program!, ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  await untilItListens(path, child)
  return {
    url: `unix:${path}`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilItListens(path: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`)
    const there = await new Promise<boolean>((resolve) => {
      const socket = connect({ path }).once('error', () => resolve(false))
      socket.once('connect', () => resolve(!socket.destroy().connecting))
    })
    if (there) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
