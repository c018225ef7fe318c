import { expect } from 'vitest'
import type { Case } from '#features/support/cases/contract.ts'
import { type SupportApp, supportApp } from '#test/support-app.ts'
import { JIRA_LOGIN, type JiraFake, startJiraFake } from './jira-fake.ts'

/** The systems that the account acme is kept in step with, one at a time. */
export const systems = [
  { name: 'Jira Cloud', target: 'jira', edition: 'cloud', role: 'Staff' },
  { name: 'Jira Data Center', target: 'jira', edition: 'data-center', role: 'Staff' },
  { name: 'Jira Service Management', target: 'jsm', edition: undefined, role: null },
] as const
export type System = (typeof systems)[number]

/** The support app with a site of Jira, reached at an address that may be a proxy in front of it. */
export type TrackerWorld = { readonly app: SupportApp; readonly fake: JiraFake; close(): Promise<void> }

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
  if (!role) return
  const response = await fetch(`${app.url}/api/connections/${target}:${account}`, {
    method: 'PATCH',
    headers: { ...app.headersOf('adam'), 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { internalRole: role } }),
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
    async close() {
      await app.close()
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
