import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Directory, Who } from '#features/users/user-management/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type JudgedServer, startJudgedServer } from '#test/directories/contract-checked-server.ts'
import { OKTA_TOKEN, type OktaFake, startOktaFake } from '#test/directories/okta-fake.ts'
import { type Prism, startPrism } from '#test/directories/prism.ts'
import { oktaDirectory } from './okta-directory.ts'
import { LogEvent, User } from './okta-response-shapes.ts'
import { stateOfStatus } from './okta-states.ts'

const file = fileURLToPath(new URL('../okta-management.json', import.meta.url))
type Described = { readonly properties: Record<string, unknown>; readonly enum: string[] }
type Parameter = { readonly name: string; readonly in: string; readonly $ref: string }
const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, { operationId?: string; parameters?: Parameter[] }>>
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Described> }
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, parameters = [] }]) =>
    operationId
      ? [
          {
            operationId,
            asks: new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
            parameters: parameters
              .map((parameter) => components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter)
              .flatMap((parameter) => (parameter.in === 'query' ? parameter.name : [])),
          },
        ]
      : [],
  ),
)

let prism: Prism
let fake: OktaFake
let okta: JudgedServer
let directory: Directory

beforeAll(async () => {
  prism = await startPrism(file)
  fake = await startOktaFake()
  okta = await startJudgedServer({ judge: prism.url, target: fake.url })
  fake.groups.set('00g1', new Set())
  const portal = { config: { privateHosts: [okta.host] }, log: pino({ level: 'silent' }) } as unknown as AppContext
  directory = oktaDirectory(portal)({ name: 'Okta', url: okta.url, secret: OKTA_TOKEN })
})
afterAll(async () => {
  await okta.close()
  await fake.close()
  await prism.close()
})
beforeEach(() => {
  okta.calls.splice(0)
  fake.requests.splice(0)
})

const cases: readonly [string, string, (who: Who) => unknown, readonly string[]][] = [
  ['read by id', 'ACTIVE', (who) => directory.read(who), ['getUser']],
  ['read by address', 'ACTIVE', (who) => directory.read({ ...who, subject: null }), ['listUsers']],
  [
    'invite somebody new',
    'ACTIVE',
    (who) => directory.invite({ ...who, subject: null, email: 'new@okta.example' }),
    ['listUsers', 'createUser'],
  ],
  ['invite again', 'PROVISIONED', (who) => directory.invite(who), ['getUser', 'reactivateUser']],
  ['reactivate', 'DEPROVISIONED', (who) => directory.reactivate(who), ['getUser', 'activateUser']],
  ['resetPassword', 'ACTIVE', (who) => directory.resetPassword(who), ['getUser', 'resetPassword']],
  ['resetFactors', 'ACTIVE', (who) => directory.resetFactors(who), ['getUser', 'resetFactors']],
  ['endSessions', 'ACTIVE', (who) => directory.endSessions(who), ['getUser', 'revokeUserSessions']],
  ['suspend', 'ACTIVE', (who) => directory.follow?.(who, 'suspend'), ['getUser', 'suspendUser']],
  ['unsuspend', 'SUSPENDED', (who) => directory.follow?.(who, 'unsuspend'), ['getUser', 'unsuspendUser']],
  ['unlock', 'LOCKED_OUT', (who) => directory.follow?.(who, 'unlock'), ['getUser', 'unlockUser']],
  ['deactivate', 'ACTIVE', (who) => directory.follow?.(who, 'deactivate'), ['getUser', 'deactivateUser']],
  ['setMember', 'ACTIVE', (who) => directory.setMember?.(who, '00g1', true), ['getUser', 'assignUserToGroup']],
  ['setMember', 'ACTIVE', (who) => directory.setMember?.(who, '00g1', false), ['getUser', 'unassignUserFromGroup']],
  ['newsSince', 'ACTIVE', () => allOf(directory.eventsSince?.(new Date(0))), ['listLogEvents']],
  ['everybody', 'ACTIVE', () => allOf(directory.everybody?.()), ['listUsers']],
  ['erase', 'ACTIVE', (who) => directory.erase(who), ['getUser', 'deactivateUser', 'deleteUser']],
]

test.each(cases)("%s sends only what Okta's own description allows", async (_, status, ask, expected) => {
  const { id: subject, profile } = fake.add({ login: `${crypto.randomUUID()}@okta.example`, status })
  await ask({ subject, email: profile.login, fullName: 'Ann Acme' })
  expect(requests()).toEqual(expected)
  expect(okta.calls.map(({ wrong }) => wrong)).toEqual(expected.map(() => null))
  // The mock server lets parameters pass that it does not know.
  expect(fake.requests.flatMap(unknownParameters)).toEqual([])
})

test.each([
  ['User', Object.keys(User.shape)],
  ['UserProfile', ['login', 'email', 'firstName', 'lastName']],
  ['CreateUserRequest', ['profile']],
  ['LogEvent', Object.keys(LogEvent.shape)],
  ['LogTarget', ['id', 'type']],
])('the members of %s that are read or written are described', (name, members) => {
  const described = Object.keys(components.schemas[name]!.properties)
  expect(members.filter((member) => !described.includes(member))).toEqual([])
})

test('every status of the description has a state', () => {
  expect(Object.keys(stateOfStatus).sort()).toEqual([...components.schemas.UserStatus!.enum].sort())
})

test('every operation of the description is used', () => {
  const driven = new Set(cases.flatMap(([, , , names]) => names))
  expect(operations.map(({ operationId }) => operationId).filter((name) => !driven.has(name))).toEqual([])
})

test.each([
  ['a limit that is no number', 'GET', '/api/v1/users?limit=abc', undefined, 422],
  ['somebody without a profile', 'POST', '/api/v1/users', { activate: true }, 400],
  ['a word that is not one of those allowed', 'GET', '/api/v1/logs?sortOrder=SIDEWAYS', undefined, 400],
  ['a call that there is not', 'POST', '/api/v1/users/00u1/lifecycle/promote', {}, 404],
] as const)('it validates: %s is rejected', async (_, method, path, body, status) => {
  const headers = { authorization: `SSWS ${OKTA_TOKEN}`, 'content-type': 'application/json' }
  const response = await fetch(`${okta.url}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect([response.status, okta.calls[0]?.wrong]).toEqual([status, expect.any(String)])
})

test('it validates: a request without a credential is rejected', async () => {
  expect((await fetch(`${okta.url}/api/v1/users`)).status).toBe(401)
})

async function allOf<Thing>(portions: AsyncIterable<readonly Thing[]> = (async function* () {})()): Promise<Thing[]> {
  const all: Thing[] = []
  for await (const portion of portions) all.push(...portion)
  return all
}

function requests(): (string | undefined)[] {
  return okta.calls.map(({ request }) => operationOf(request)?.operationId)
}

function operationOf(request: string) {
  return operations.find(({ asks }) => asks.test(request))
}

function unknownParameters(request: string): string[] {
  const [path = '', query] = request.split('?')
  return [...new URLSearchParams(query).keys()].filter((name) => !operationOf(path)?.parameters.includes(name))
}
