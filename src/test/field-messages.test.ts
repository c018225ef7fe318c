import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createAccount, updateAccount } from '#features/accounts/accounts/contract.ts'
import { createUser } from '#features/onboarding/invitations/contract.ts'
import { createMyToken } from '#features/users/users/contract.ts'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import type { ProblemDocument } from '#kit/contract/problem.ts'
import { zodIssueMessage } from '#kit/contract/validation-messages.ts'
import { type TestApp, testApp } from './app.ts'
import { makeAccount, type TestUser, userWith } from './factories.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await testApp()
  admin = await userWith(app, 'ADMIN', await makeAccount(app, 'worded'))
})
afterAll(() => app.close())

const user = { email: 'nina.new@worded.example', fullName: 'Nina New' }
const account = { name: 'newly', displayName: 'Newly', region: 'EMEA' }
const wrong: [AnyEndpoint, Record<string, unknown>, string, string][] = [
  [createUser, { ...user, email: 'nina' }, 'email', 'Invalid email address'],
  [createUser, { ...user, fullName: 'Nina' }, 'fullName', 'Enter the first and last name.'],
  [createUser, { ...user, fullName: `${'x'.repeat(200)} y` }, 'fullName', 'Enter at most 200 characters.'],
  [createUser, { fullName: 'Nina New' }, 'email', 'This field is required.'],
  [createUser, { ...user, jobTitle: 7 }, 'jobTitle', 'This must be text.'],
  [createUser, { ...user, roles: 'USER' }, 'roles', 'This must be a list.'],
  [createUser, { ...user, roles: Array(41).fill('USER') }, 'roles', 'Enter at most 40 entries.'],
  [createAccount, { ...account, displayName: ' ' }, 'displayName', 'Enter some text.'],
  [createAccount, { ...account, crmId: '123' }, 'crmId', 'Enter 18 letters and digits.'],
  [createAccount, { ...account, timeZone: 'Berlin' }, 'timeZone', 'Choose a time zone such as Europe/Berlin.'],
  [createAccount, { ...account, isParent: 1 }, 'isParent', 'This must be true or false.'],
]
test.each(wrong)('the error of a field has the same text in form and response: %#', async (call, body, path, words) => {
  const { error } = z.safeParse(call.body!, body, { error: zodIssueMessage })
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, words]])
  expect(await problem(call, body)).toMatchObject({ code: 'validation-failed', fields: [{ path, message: words }] })
})

describe('names of things', () => {
  const names: [AnyEndpoint, Record<string, unknown>, string][] = [
    [createUser, user, 'fullName'],
    [createUser, { ...user, jobTitle: '' }, 'jobTitle'],
    [createAccount, account, 'displayName'],
    [createMyToken, { name: '', expiresAt: '2030-01-01T00:00:00Z' }, 'name'],
  ]
  test.each(names)('cannot be mistaken for another, and stay on one line: %#', async (call, body, path) => {
    for (const text of ['Nina\r\nBcc: New', 'Nina \u202eweN', 'Ni\u200bna New', 'Nina\u0007 New', 'Nina \u2028New']) {
      const message = await problem(call, { ...body, [path]: text })
      expect([text, message.fields?.[0]]).toEqual([text, { path, message: expect.stringContaining('one line') }])
    }
  })

  test('may be written in any script', async () => {
    for (const fullName of ['Ďuro Ğül', 'نینا نو', 'נינה חדשה', '新 尼娜', 'می\u200cخواهم نو'])
      expect(
        (await send(createUser, { ...user, email: `${crypto.randomUUID()}@worded.example`, fullName })).status,
      ).toBe(201)
  })
})

test('a character that cannot be stored is rejected at its field, in path, query and body', async () => {
  const message = expect.stringContaining('cannot be stored')
  for (const text of ['a\0b', 'a\ud800b']) {
    const messages = await problem(createUser, { ...user, jobTitle: text })
    expect(messages).toMatchObject({ status: 400, fields: [{ path: 'jobTitle', message }] })
    expect((await problem(createUser, { ...user, roles: [text] })).fields).toEqual([{ path: 'roles.0', message }])
  }
  expect(await read('/api/users?account=a%00b')).toMatchObject({ status: 400, fields: [{ path: 'account', message }] })
  expect(await read('/api/users/a%00b')).toMatchObject({ status: 400, fields: [{ path: 'id', message }] })
})

test('an unknown query name is rejected, also where a call has none', async () => {
  expect(await read('/api/users/csms?page=2')).toMatchObject({
    status: 400,
    fields: [{ path: 'page', message: 'is not allowed; allowed: nothing' }],
  })
  const message = await problem({ ...updateAccount, url: '/api/accounts/1?viewOnly=true' }, { displayName: 'X' })
  expect(message.fields?.[0]).toMatchObject({ path: 'viewOnly' })
})

test('an address with a part longer than any id is not found', async () => {
  expect(await read(`/api/accounts/${'x'.repeat(600)}`)).toMatchObject({ status: 404, code: 'not-found' })
})

function send({ method, url }: AnyEndpoint, body: unknown): Promise<Response> {
  const headers = { ...admin.headers, 'content-type': 'application/json' }
  return fetch(app.url + url, { method, headers, body: JSON.stringify(body) })
}

async function problem(call: AnyEndpoint, body: unknown): Promise<ProblemDocument> {
  return (await (await send(call, body)).json()) as ProblemDocument
}

async function read(path: string): Promise<ProblemDocument> {
  return (await (await fetch(app.url + path, { headers: admin.headers })).json()) as ProblemDocument
}
