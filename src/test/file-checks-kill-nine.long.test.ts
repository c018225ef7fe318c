import { expect, test } from 'vitest'
import { openProduct } from './product-process.ts'
import { startClamdFake } from './scanners/clamd-fake.ts'
import { until } from './software-app.ts'

test('kill -9 in the middle of a scan: the file waits, is scanned again and can be downloaded', async () => {
  const clamd = await startClamdFake({ limit: 100_000_000 })
  const product = await openProduct({ SCANNER_URL: clamd.url })
  try {
    const headers = { authorization: `Bearer ${product.tokenOf('claire.fontaine@harmonic.example')}` }
    const issues = `${product.url}/api/plugins/jira/issues`
    const list = (await (await fetch(`${issues}/search?size=1`, { headers })).json()) as {
      _embedded: { issues: { key: string }[] }
    }
    const key = list._embedded.issues[0]!.key
    const content = 'a file of this test'
    // The files of the demo are scanned meanwhile, two at a time.
    clamd.hold = (text) => text === content
    const data = new FormData()
    data.append('file', new Blob([content]), 'look.txt')
    const added = await fetch(`${issues}/attachment?issueKey=${key}`, { method: 'POST', headers, body: data })
    const { id } = (await added.json()) as { id: string }
    const download = () => fetch(`${issues}/attachment?issueKey=${key}&attachmentId=${id}`, { headers })
    await until(async () => clamd.scansOf(content) > 0 || undefined)
    product.kill()
    await product.start()
    expect((await download()).status).toBe(423)
    clamd.hold = () => false
    await until(async () => ((await download()).status === 200 ? true : undefined))
    expect(await (await download()).text()).toBe(content)
  } finally {
    await product.close()
    await clamd.stop()
  }
})
