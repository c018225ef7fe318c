import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { freePort } from '../product-process.ts'

/** A vendor made from its description alone: rejects what that does not allow, and responds with its examples. */
export type Prism = { readonly url: string; close(): Promise<void> }

const program = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')

/** Starts Prism, a separate program, for a vendor's OpenAPI description (a file) on a free port of this machine. */
export function startPrism(description: string): Promise<Prism> {
  return start('mock', description)
}

/**
 * Starts Prism between a client and a server: it passes all on, and lists in `sl-violations` of a response what the
 * description does not allow in it or in its request.
 */
export function startPrismProxy(description: string, upstream: string): Promise<Prism> {
  return start('proxy', description, upstream)
}

async function start(command: 'mock' | 'proxy', description: string, ...upstream: string[]): Promise<Prism> {
  const port = await freePort()
  const args = [program, command, '--host', '127.0.0.1', '--port', String(port), description, ...upstream]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)
  await Promise.race([
    new Promise<void>((listening) => lines.on('line', (line) => line.includes('is listening') && listening())),
    ended.then(() => Promise.reject(new Error(`Prism does not serve ${description}`))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill()
      await ended
    },
  }
}
