import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, killTree, startProduct } from './product-process.ts'
import { startClamdFake } from './scanners/clamd-fake.ts'
import { until } from './software-desk.ts'

test('kill -9 in the middle of a look: the file waits, is looked at again and given out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headend-look-'))
  await chmod(folder, 0o755)
  const clamd = await startClamdFake({ limit: 100_000_000 })
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DEMO: 'on',
    LOG_LEVEL: 'fatal',
    SCANNER_URL: clamd.url,
  }
  let product = await startProduct(env)
  try {
    const words = ['dist/portal/cli.js', 'user', 'token', 'claire.fontaine@harmonic.example', '--name', 'look']
    const token = /hdt_[\w-]+/.exec(execFileSync(process.execPath, words, { env, encoding: 'utf8' }))![0]
    const headers = { authorization: `Bearer ${token}` }
    const issues = `http://127.0.0.1:${env.PORT}/api/plugins/jira/issues`
    const list = (await (await fetch(`${issues}/search?size=1`, { headers })).json()) as {
      _embedded: { issues: { key: string }[] }
    }
    const key = list._embedded.issues[0]!.key
    const content = 'a file of this test'
    // The files of the demo are looked at meanwhile, two at a time.
    clamd.hold = (text) => text === content
    const data = new FormData()
    data.append('file', new Blob([content]), 'look.txt')
    const added = await fetch(`${issues}/attachment?issueKey=${key}`, { method: 'POST', headers, body: data })
    const { id } = (await added.json()) as { id: string }
    const download = () => fetch(`${issues}/attachment?issueKey=${key}&attachmentId=${id}`, { headers })
    await until(async () => (clamd.isAsked(content) ? true : undefined))
    killTree(product, env.DATA_DIR)
    clamd.hold = () => false
    product = await startProduct(env)
    expect((await download()).status).toBe(423)
    await until(async () => ((await download()).status === 200 ? true : undefined))
    expect(await (await download()).text()).toBe(content)
  } finally {
    killTree(product, env.DATA_DIR)
    await clamd.stop()
    await rm(folder, { recursive: true, force: true })
  }
}, 120_000)
