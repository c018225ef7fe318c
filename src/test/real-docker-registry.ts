import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './product-process.ts'

/** A docker-registry of Debian with its storage in a temporary folder. */
export type RealRegistry = { readonly url: string; readonly host: string; close(): Promise<void> }

type Options = {
  /** A free port unless given. */
  readonly port?: number
  /** The portal that is its token server, and the name of its service there; without a sign-in unless given. */
  readonly tokens?: { readonly portal: string; readonly service: string }
}

/** Starts docker-registry and waits until it responds. */
export async function startDockerRegistry({ port, tokens }: Options = {}): Promise<RealRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'headend-registry-'))
  const host = `127.0.0.1:${port ?? (await freePort())}`
  const settings = {
    version: '0.1',
    log: { level: 'error' },
    storage: { filesystem: { rootdirectory: join(folder, 'data') } },
    http: { addr: host },
    ...(tokens ? { auth: { token: await tokenSettings(folder, tokens) } } : {}),
  }
  await writeFile(join(folder, 'registry.yml'), JSON.stringify(settings))
  const registry = spawn('docker-registry', ['serve', join(folder, 'registry.yml')], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => registry.once('exit', () => resolve()))
  const url = `http://${host}`
  const ready = tokens ? 401 : 200
  while ((await fetch(`${url}/v2/`).catch(() => undefined))?.status !== ready) {
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

/** The settings of `docs/operations.md`, with the certificate that the portal serves. */
async function tokenSettings(folder: string, { portal, service }: { portal: string; service: string }) {
  const certificate = await fetch(`${portal}/.well-known/headend-registry.pem`)
  const rootcertbundle = join(folder, 'portal.pem')
  await writeFile(rootcertbundle, await certificate.text())
  return { realm: `${portal}/api/registry/token`, service, issuer: new URL(portal).host, rootcertbundle }
}
