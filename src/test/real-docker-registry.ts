import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A docker-registry of Debian, without a sign-in, with its storage in a temporary folder. */
export type RealRegistry = { readonly url: string; readonly host: string; close(): Promise<void> }

/** Starts docker-registry on a free port and waits until it responds. */
export async function startDockerRegistry(): Promise<RealRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'headend-registry-'))
  const host = `127.0.0.1:${await freePort()}`
  const settings = {
    version: '0.1',
    log: { level: 'error' },
    storage: { filesystem: { rootdirectory: join(folder, 'data') } },
    http: { addr: host },
  }
  await writeFile(join(folder, 'registry.yml'), JSON.stringify(settings))
  const registry = spawn('docker-registry', ['serve', join(folder, 'registry.yml')], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => registry.once('exit', () => resolve()))
  const url = `http://${host}`
  while (!(await fetch(`${url}/v2/`).catch(() => undefined))?.ok) {
    if (registry.exitCode !== null) throw new Error('docker-registry did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    host,
    async close() {
      registry.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
