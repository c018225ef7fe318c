import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
/** The files of every page, for any user. */
const everyPage = ['/api/users/me', '/api/accounts/me', '/api/users/me/settings'] as const

let manager: TestUser

beforeAll(async () => {
  app = await testApp()
  manager = await userWith(app, 'HARMONIC_TAC_MANAGER')
})
afterAll(() => app.close())

/** The addresses that a page names in its Link header, after the first script. */
async function named(path: string, user?: TestUser): Promise<string[]> {
  const response = await fetch(app.url + path, { headers: { ...user?.headers, accept: 'text/html' } })
  expect(await response.text()).toContain('<div id="root">')
  const [script, ...others] = [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(
    ([, url]) => url ?? '',
  )
  if (script !== undefined) expect(script).toMatch(/^\/assets\/index-.*\.js$/)
  return others
}

test('a page names what it will request, and all of it exists', async () => {
  for (const path of ['/support', '/dashboard', '/ahead/1/dashboard', '/ahead/1/support/customerCases']) {
    const urls = await named(path, manager)
    expect(urls.slice(0, everyPage.length)).toEqual([...everyPage])
    expect(
      urls.filter((url) => url.endsWith('.js')),
      path,
    ).not.toEqual([])
    for (const url of urls) {
      const response = await fetch(app.url + url, { headers: manager.headers })
      expect([url, response.status]).toEqual([url, 200])
      await response.arrayBuffer()
    }
  }
})

test('the first page of the queue is named only where the address requests nothing else', async () => {
  const lists = async (path: string) => (await named(path, manager)).filter((url) => url.includes('/issues/search'))
  expect(await lists('/support')).toHaveLength(1)
  expect(await lists('/support?priority=HIGH')).toEqual([])
})

test('a user who may not open a page gets no links to its requests', async () => {
  const customer = await userWith(app, 'USER', await makeAccount(app, 'ahead-customer'))
  expect(await named('/support', customer)).toEqual([...everyPage])
})

test('a visitor who is not signed in gets no links', async () => {
  expect(await named('/support')).toEqual([])
})
