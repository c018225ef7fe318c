import type { FakeRequest, FakeResponse } from './fake-calls.ts'
import { type FakeProject, PROJECT } from './fake-project.ts'

/** The calls of `/rest/servicedeskapi`; undefined for other addresses. */
export function respondAsDesk(project: FakeProject, { path, method, body }: FakeRequest): FakeResponse | undefined {
  const [, rest] = /^\/rest\/servicedeskapi(\/.*)$/.exec(path) ?? []
  if (rest === undefined) return undefined
  const page = (values: object[]) => ({
    status: 200,
    body: { values, isLastPage: true, size: values.length, start: 0 },
  })
  if (rest === '/servicedesk') return page([{ id: '7', projectKey: PROJECT, projectName: 'Pacific Reach' }])
  if (rest === '/servicedesk/7/requesttype') return page([{ id: '25', name: 'Get help', serviceDeskId: '7' }])
  if (rest !== '/request' || method !== 'POST') return { status: 404, body: { errorMessage: 'unknown' } }
  const { requestFieldValues } = JSON.parse(body.toString()) as {
    requestFieldValues: { summary: string; description: string }
  }
  const issue = project.addIssue(requestFieldValues)
  return { status: 201, body: { issueId: issue.id, issueKey: issue.key } }
}
