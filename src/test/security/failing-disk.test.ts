import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { callAs, fileNamed } from './filed-case.ts'

const draft = '/api/plugins/jira/issues/draft'
let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await testApp()
  user = await userWith(app, 'USER', await makeAccount(app, 'disk'))
})
afterAll(() => app.close())

test('an upload that the disk rejects is 503, leaves nothing half there, and works when there is a disk again', async () => {
  const upload = () => callAs(app, user, 'POST', `${draft}/file?account=disk`, fileNamed('a.txt'))
  // A file in place of the folder fails for all users, root included, as a full or read-only disk does.
  const folder = join(app.portal.config.dataDirectory, 'files')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, '')
  const rejected = await upload()
  expect([rejected.status, rejected.text]).toEqual([503, expect.stringContaining('temporarily-unavailable')])
  expect(rejected.headers.get('retry-after')).not.toBe(null)
  expect(rejected.text).not.toMatch(/ENOTDIR|EEXIST|files/)
  expect(await filesOfDraft()).toEqual([])
  await rm(folder)
  expect((await upload()).status).toBe(201)
  expect(await filesOfDraft()).toHaveLength(1)
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

async function filesOfDraft(): Promise<unknown[]> {
  return JSON.parse((await callAs(app, user, 'GET', `${draft}?account=disk`)).text).files
}
