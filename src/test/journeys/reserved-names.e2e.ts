import { expect, test } from 'vitest'
import { reservedNames } from '#features/accounts/accounts/contract.ts'
import { features } from '#web/features.ts'
import { testApp } from '../app.ts'

test('no account can have the name of a first segment of our addresses, on the server or in the browser', async () => {
  const app = await testApp()
  const served = app.portal.http.printRoutes({ commonPrefix: false, includeHooks: false })
  const onServer = [
    ...app.portal.endpoints.map(({ url }) => url),
    ...[...served.matchAll(/(?:^|\n)[├└]── (\/[^\s(]*)/g)].map(([, url]) => url!),
  ]
  const inBrowser = features.flatMap(({ pages }) => pages.map(({ path }) => path.pattern))
  await app.close()
  const first = (path: string) => path.split('/')[1] ?? ''
  const taken = new Set([...onServer, ...inBrowser].map(first).filter((segment) => /^[a-z0-9-]+$/.test(segment)))
  expect(taken.size).toBeGreaterThan(8)
  expect([...taken].filter((segment) => !reservedNames.includes(segment))).toEqual([])
})
