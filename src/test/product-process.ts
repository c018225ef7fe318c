import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Starts the built product as a process of its own; answers when it says where it is. */
export async function startProduct(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/portal/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (text: Buffer) => String(text).includes(' is at ') && resolve())
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}`)))
  })
  return child
}

/** The parent first, then PostgreSQL, as a crash of the machine would. */
export function killTree(product: ChildProcess, dataDirectory: string): void {
  product.kill('SIGKILL')
  try {
    const postmaster = Number(
      readFileSync(join(dataDirectory, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    if (postmaster > 1) process.kill(postmaster, 'SIGKILL')
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && ['ESRCH', 'ENOENT'].includes(String(failure.code))))
      throw failure
  }
}

/** A port that nobody uses just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
