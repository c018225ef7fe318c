// P15: from the command to the first response; the first time (with initdb and the demo world) and later.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

/** Starts the built product as `npm start` does, three times in one data directory. */
export async function benchStart() {
  const directory = await mkdtemp(join(tmpdir(), 'headend-start-'))
  const times = []
  for (let round = 0; round < 4; round += 1) times.push(await startOnce(join(directory, 'data')))
  await rm(directory, { recursive: true, force: true })
  const later = times.slice(1).sort((a, b) => a - b)[1]
  return [
    {
      goal: 'P15',
      what: 'first start to first response, demo data made',
      measured: `${times[0].toFixed(0)} ms`,
      wanted: '≤ 5000',
    },
    {
      goal: 'P15',
      what: 'later start to first response (median of 3)',
      measured: `${later.toFixed(0)} ms`,
      wanted: '≤ 2000',
    },
  ]
}

async function startOnce(dataDirectory) {
  const port = 18_000 + Math.floor(Math.random() * 2_000)
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory, LOG_LEVEL: 'error' },
    stdio: 'ignore',
    detached: true,
  })
  while (!(await isReachable(`http://127.0.0.1:${port}/readyz`)))
    await new Promise((resolve) => setTimeout(resolve, 10))
  const took = performance.now() - began
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'exit')
  return took
}

async function isReachable(url) {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}
