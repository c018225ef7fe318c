import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#test/product-process.ts'

/** Whether this machine has Prometheus and its tool. */
export const hasPrometheus = ['prometheus', 'promtool'].every(isThere)

/** A Prometheus of its own, at an address of this machine. */
export type RealPrometheus = {
  readonly url: string
  readonly host: string
  /** The `data` of a call of its API. */
  ask(call: string, query: Readonly<Record<string, string>>): Promise<unknown>
  stop(): Promise<void>
}

/** Starts it with a configuration, and with samples of an OpenMetrics text. */
export async function startPrometheus({ config = '', samples = '' } = {}): Promise<RealPrometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'headend-prometheus-'))
  const data = join(folder, 'data')
  await writeFile(join(folder, 'prometheus.yml'), config)
  if (samples !== '') {
    await writeFile(join(folder, 'samples'), `${samples}# EOF\n`)
    const load = ['tsdb', 'create-blocks-from', 'openmetrics', join(folder, 'samples'), data]
    await promisify(execFile)('promtool', load)
  }
  const host = `127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${data}`,
      '--storage.tsdb.retention.time=10y',
      `--web.listen-address=${host}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  )
  const url = `http://${host}`
  await untilReady(url, child)
  return {
    url,
    host,
    async ask(call, query) {
      const response = await fetch(`${url}/api/v1/${call}?${new URLSearchParams(query)}`)
      const { status, data: found, error } = (await response.json()) as { status: string; data: unknown; error: string }
      if (status !== 'success') throw new Error(error)
      return found
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`)
    const response = await fetch(`${url}/-/ready`).catch(() => undefined)
    if (response?.ok) return
    await sleep(50)
  }
}

function isThere(program: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
