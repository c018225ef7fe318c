import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLink } from '#features/users/sign-in-mail/server/one-time-links.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { prepareFirstUse } from './first-use.ts'

let apps: TestApp[] = []

beforeAll(async () => {
  const first = await testApp()
  apps = [first, await testApp({ database: first.databaseUrl })]
})
afterAll(async () => {
  for (const app of apps.toReversed()) await app.close()
})

test('processes that start together on an empty database make one administrator, and each printed link is valid', async () => {
  const { db } = apps[0]!.portal
  const uses = await Promise.all([...apps, ...apps].map((app) => prepareFirstUse(app.portal)))
  const users = await Promise.all(
    uses.map(({ admin }) => readLink(db, new URL(admin!.link).searchParams.get('token')!)),
  )
  expect(users.map((user) => user?.email)).toEqual(uses.map(() => 'admin@localhost.localdomain'))
  expect(await db.selectFrom('users').select('email').execute()).toHaveLength(1)
})
