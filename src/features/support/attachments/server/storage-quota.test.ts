import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, type Reply, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
let key: string
beforeAll(async () => {
  desk = await supportApp()
  key = await fileCase()
})
afterAll(() => desk.close())

async function fileCase(draftFileIds: readonly unknown[] = []): Promise<string> {
  const said = { subject: 'Files', description: '', priority: 'LOW', draftFileIds }
  return String((await desk.call('uma', 'POST', '/issues?account=acme', said)).body.key)
}

function form(size: number): FormData {
  const data = new FormData()
  data.append('file', new Blob([randomBytes(size)]), 'capture.bin')
  return data
}

const attach = (size: number, issue = key): Promise<Reply> =>
  desk.call('uma', 'POST', `/issues/attachment?issueKey=${issue}`, form(size))
const addToDraft = (size: number) => desk.call('uma', 'POST', '/issues/draft/file?account=acme', form(size))

async function storage(name: 'mia' | 'uma' | 'bob' | 'adam' = 'mia', change?: object) {
  const response = await fetch(`${desk.url}/api/accounts/acme/storage`, {
    method: change ? 'PUT' : 'GET',
    headers: { ...desk.headersOf(name), ...(change ? { 'content-type': 'application/json' } : {}) },
    ...(change ? { body: JSON.stringify(change) } : {}),
  })
  return { status: response.status, body: (await response.json()) as Json }
}
const used = async () => Number((await storage()).body.used)
const rejections = async () =>
  Number(/^headend_quota_rejections_total\{quota="storage"\} (\d+)$/m.exec(await metrics())?.[1] ?? 0)
const metrics = async () => (await fetch(`${desk.url}/metrics`)).text()
const allow = (limit: number | null) => storage('adam', { limit })

test('without a limit everything is accepted and counted', async () => {
  expect((await storage()).body).toEqual({ used: 0, limit: null })
  expect((await attach(1000)).status).toBe(201)
  expect(await used()).toBe(1000)
})

test('a file may fill the account to the last byte, not one more; the error shows usage and remedy', async () => {
  await allow((await used()) + 5000)
  const before = await rejections()
  const rejected = await attach(5001)
  expect(await rejections()).toBe(before + 1)
  expect(rejected).toMatchObject({ status: 409, body: { code: 'storage-limit-reached' } })
  expect(rejected.body.detail).toMatch(/use 1000 of 6000 bytes.*5001 more.*Delete files.*raise the limit/)
  expect(await used()).toBe(1000)
  expect((await attach(5000)).status).toBe(201)
  expect((await attach(1)).status).toBe(409)
  expect((await addToDraft(1)).status).toBe(409)
  expect((await storage()).body).toEqual({ used: 6000, limit: 6000 })
})

test('of fifty at once exactly those are accepted that fit', async () => {
  await allow((await used()) + 20_500)
  const replies = await Promise.all(Array.from({ length: 50 }, () => attach(1000)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(30)
  expect(await used()).toBe(26_000)
  await allow(null)
})

test('a declared length beyond the quota is rejected before a byte is read', async () => {
  await allow((await used()) + 100_000)
  const status = await new Promise((resolve, reject) => {
    const headers = {
      ...desk.headersOf('uma'),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 200_000,
    }
    const url = `${desk.url}/api/plugins/jira/issues/attachment?issueKey=${key}`
    const call = request(url, { method: 'POST', headers }, (reply) => {
      resolve(reply.statusCode)
      call.destroy()
    })
    call.on('error', reject)
    call.flushHeaders()
  })
  expect(status).toBe(409)
  await allow(null)
})

test('deleting a file, a draft or a whole case frees its bytes; filing a draft changes nothing', async () => {
  const before = await used()
  const { body: file } = await attach(700)
  const drafted = (await addToDraft(300)).body
  await addToDraft(40)
  expect(await used()).toBe(before + 1040)
  await desk.call('uma', 'DELETE', `/issues/attachment?issueKey=${key}&attachmentId=${file.id}`)
  expect(await used()).toBe(before + 340)

  const filed = await fileCase([drafted.id])
  expect(await used()).toBe(before + 300)
  await attach(2000, filed)
  expect(await used()).toBe(before + 2300)
  expect((await desk.call('adam', 'DELETE', `/issues/${filed}`, undefined, { 'if-match': '*' })).status).toBe(204)
  expect(await used()).toBe(before)

  await addToDraft(9)
  await desk.call('uma', 'DELETE', '/issues/draft?account=acme')
  expect(await used()).toBe(before)
})

test('a user who sees the plan of an account sees its usage, and one who writes plans sets the limit', async () => {
  expect([(await storage('uma')).status, (await storage('bob')).status]).toEqual([403, 403])
  expect((await storage('mia', { limit: 1 })).status).toBe(403)
  expect((await storage('adam', { limit: 1 })).body).toEqual({ used: await used(), limit: 1 })
  const { rows } = await desk.portal.pool.query(
    `select data->'changes' as changes from events where name = 'account.plan-limits-changed' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ changes: { storage: [null, 1] } }])
})
