import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { callAs } from '#test/security/filed-case.ts'

const url = '/api/plugins/jira/issues/rnd'
let app: TestApp
let admin: TestUser
let engineer: TestUser
let customer: TestUser

beforeAll(async () => {
  app = await testApp()
  const account = await makeAccount(app, 'escalating')
  admin = await userWith(app, 'ADMIN', account)
  engineer = await userWith(app, 'HARMONIC', account)
  customer = await userWith(app, 'MANAGER', account)
})
afterAll(() => app.close())

async function rows(name: 'projects' | 'configs'): Promise<unknown[]> {
  const { text } = await callAs(app, engineer, 'GET', `${url}/${name}`)
  return JSON.parse(text)._embedded[name]
}

const rnd = { projectKey: 'RND', projectLabel: 'Research and development' }
const field = { projectKey: 'FIELD', projectLabel: 'Field defects' }

test('one project is in use from the start; naming another escalates there, the first stays selectable', async () => {
  expect(await rows('configs')).toEqual([{ ...rnd, targetSystem: 'embedded', version: 1 }])
  expect((await callAs(app, admin, 'POST', `${url}/configs`, field)).status).toBe(200)
  expect(await rows('configs')).toEqual([{ ...field, targetSystem: 'embedded', version: 1 }])
  expect(await rows('projects')).toEqual([field, rnd])
})

test('twenty at once leave exactly one in use', async () => {
  const keys = Array.from({ length: 20 }, (_, at) => `P${at}`)
  const responses = await Promise.all(
    keys.map((projectKey) => callAs(app, admin, 'POST', `${url}/configs`, { projectKey, projectLabel: projectKey })),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await rows('configs')).toHaveLength(1)
  expect(await rows('projects')).toHaveLength(22)
})

test('customers see none of it; staff read, administrators write, with a key that a tracker accepts', async () => {
  expect((await callAs(app, customer, 'GET', `${url}/projects`)).status).toBe(403)
  expect((await callAs(app, engineer, 'POST', `${url}/configs`, field)).status).toBe(403)
  for (const wrong of [
    { ...field, projectKey: 'rnd' },
    { ...field, projectKey: '1A' },
    { ...field, projectLabel: ' \n' },
  ])
    expect((await callAs(app, admin, 'POST', `${url}/configs`, wrong)).status).toBe(400)
})
