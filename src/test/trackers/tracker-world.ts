import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Case } from '#features/support/cases/contract.ts'
import { type JudgedServer, startJudgedServer } from '#test/directories/contract-checked-server.ts'
import { startPrism } from '#test/directories/prism.ts'
import { type SupportApp, supportApp } from '#test/support-app.ts'
import { RND_PROJECT } from './fake-project.ts'
import { JIRA_LOGIN, type JiraFake, startJiraFake } from './jira-fake.ts'

/** The systems that the account acme is kept in step with, one at a time. */
export const systems = [
  { name: 'Jira Cloud', target: 'jira', edition: 'cloud', role: 'Staff' },
  { name: 'Jira Data Center', target: 'jira', edition: 'data-center', role: 'Staff' },
  { name: 'Jira Service Management', target: 'jsm', edition: undefined, role: null },
] as const
export type System = (typeof systems)[number]

/** The support app with a site of Jira, reached at an address that may be a proxy in front of it. */
export type TrackerWorld = {
  readonly app: SupportApp
  readonly fake: JiraFake
  /** Where the site is reached. */
  addressOf(system: System): string
  close(): Promise<void>
}

/** Connects an account to the system at that address, and switches its cases to it. */
export async function connectTracker(
  { app }: Pick<TrackerWorld, 'app'>,
  { target, edition, role }: System,
  url: string,
  account = 'acme',
) {
  const body = {
    projectKey: 'PRC',
    projectLabel: 'Pacific Reach',
    targetSystem: target,
    url,
    secret: JIRA_LOGIN.secret,
    ...(edition === 'data-center' ? {} : { username: JIRA_LOGIN.username }),
    ...(edition ? { edition } : {}),
  }
  const path = target === 'jsm' ? '/../jsm/configs' : '/configs'
  const saved = await app.call('adam', 'POST', `${path}?account=${account}`, body)
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('"PRC"')])
  const response = await fetch(`${app.url}/api/connections/${target}:${account}`, {
    method: 'PATCH',
    headers: { ...app.headersOf('adam'), 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { rndProject: RND_PROJECT, ...(role ? { internalRole: role } : {}) } }),
  })
  expect(response.status).toBe(200)
}

/** Starts the app and the site. */
export async function trackerWorld(): Promise<TrackerWorld> {
  const fake = await startJiraFake()
  const app = await supportApp({ PRIVATE_HOSTS: fake.host })
  return {
    app,
    fake,
    addressOf: () => fake.url,
    async close() {
      await app.close()
      await fake.close()
    },
  }
}

/** The same, where Atlassian's descriptions judge every request of the cloud before it reaches the site. */
export async function judgedTrackerWorld(): Promise<TrackerWorld & { readonly judged: JudgedServer }> {
  const fake = await startJiraFake()
  const descriptionOf = (file: string) => fileURLToPath(new URL(`../../integrations/${file}`, import.meta.url))
  const [jira, desk] = await Promise.all([
    startPrism(descriptionOf('jira-cloud/jira-cloud-v3.json')),
    startPrism(descriptionOf('jsm/jira-service-management.json')),
  ])
  const judge = (path: string) => (path.startsWith('/rest/servicedeskapi') ? desk.url : jira.url)
  const judged = await startJudgedServer({ judge, target: fake.url })
  const app = await supportApp({ PRIVATE_HOSTS: `${fake.host},${judged.host}` })
  return {
    app,
    fake,
    judged,
    // Of a data center there is no description.
    addressOf: ({ edition }) => (edition === 'data-center' ? fake.url : judged.url),
    async close() {
      await app.close()
      await judged.close()
      await Promise.all([jira.close(), desk.close()])
      await fake.close()
    },
  }
}

/** Files a case of acme and returns it. */
export async function fileCase(app: SupportApp, more: object = {}): Promise<Case> {
  const body = { subject: 'Modems drop', description: 'At **night**.', priority: 'HIGH', ...more }
  const filed = await app.call('uma', 'POST', '/issues?account=acme', body)
  expect(filed.status).toBe(201)
  return filed.body as unknown as Case
}
