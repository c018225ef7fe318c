import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createS3Client } from '#kit/server/s3/s3-client.ts'
import type { S3Settings } from '#kit/server/s3/s3-settings.ts'
import { haveDebianPrograms } from '../debian-packages.ts'
import { freePort } from '../product-process.ts'
import { until } from '../software-app.ts'

const servers = ['account', 'container', 'object'] as const

/** Whether the S3 tests can run: OpenStack Swift, whose S3 interface checks every signature. */
export const hasSwift = haveDebianPrograms(
  ['swift-proxy-server', 'swift-ring-builder', ...servers.map((name) => `swift-${name}-server`)],
  ['swift-proxy', ...servers.map((name) => `swift-${name}`)],
)

/** A running Swift with one bucket. */
export type Swift = { readonly settings: S3Settings; stop(): Promise<void> }

/** Starts a Swift of one replica in a directory of its own. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'headend-swift-'))
  await mkdir('/etc/swift', { recursive: true })
  await writeFile('/etc/swift/swift.conf', '[swift-hash]\nswift_hash_path_suffix = headend\n')
  await mkdir(join(folder, 'd/sdb1'), { recursive: true })
  const running: ChildProcess[] = []
  const start = async (name: string, config: string) => {
    const file = join(folder, `${name}.conf`)
    await writeFile(file, config)
    running.push(spawn(`swift-${name}-server`, [file], { stdio: 'ignore' }))
  }
  for (const name of servers) {
    const port = await freePort()
    const builder = join(folder, `${name}.builder`)
    const ring = (...words: string[]) => execFileSync('swift-ring-builder', [builder, ...words], { stdio: 'ignore' })
    ring('create', '4', '1', '1')
    ring('add', `r1z1-127.0.0.1:${port}/sdb1`, '1')
    ring('rebalance')
    await start(name, storageConfig(folder, name, port))
  }
  const port = await freePort()
  await start('proxy', proxyConfig(folder, port))
  const settings: S3Settings = {
    origin: `http://127.0.0.1:${port}`,
    bucket: 'headend',
    prefix: '',
    region: 'us-east-1',
    accessKey: 'test:tester',
    secretKey: 'testing',
  }
  const stop = async () => {
    for (const child of running) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  const made = await until(() =>
    createS3Client(settings)
      .call({ method: 'PUT' })
      .catch(() => undefined),
  ).catch(async (failure: unknown) => {
    await stop()
    throw failure
  })
  if (made.status !== 200) throw new Error(`the bucket was not made: ${made.status}`)
  return { settings, stop }
}

function storageConfig(folder: string, name: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
swift_dir = ${folder}
devices = ${folder}/d
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`
}

function proxyConfig(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
swift_dir = ${folder}
[pipeline:main]
pipeline = catch_errors proxy-logging cache s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`
}
