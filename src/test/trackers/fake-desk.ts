import { type FakeIssue, type FakeProject, PROJECT } from './fake-project.ts'
import { type FakeRequest, type FakeResponse, missing, none } from './fake-response.ts'
import { addressOfId, userWith } from './fake-users.ts'

/** The calls of `/rest/servicedeskapi`; undefined for other addresses. */
export function respondAsDesk(project: FakeProject, request: FakeRequest): FakeResponse | undefined {
  const { path, method, body } = request
  const [, rest] = /^\/rest\/servicedeskapi(\/.*)$/.exec(path) ?? []
  if (rest === undefined) return undefined
  const page = (values: object[]) => ({
    status: 200,
    body: { values, isLastPage: true, size: values.length, start: 0 },
  })
  if (rest === '/servicedesk') return page([{ id: '7', projectKey: PROJECT, projectName: 'Pacific Reach' }])
  if (rest === '/servicedesk/7/requesttype') return page([{ id: '25', name: 'Get help', serviceDeskId: '7' }])
  const [, id = '', part] = /^\/request\/([^/]+)\/(participant|comment)$/.exec(rest) ?? []
  if (part) {
    const issue = project.issues.get(id)
    if (!issue) return missing('The request')
    return part === 'comment' ? page(notesOf(issue)) : participantCall(issue, request, page)
  }
  if (rest !== '/request' || method !== 'POST') return { status: 404, body: { errorMessage: 'unknown' } }
  const { requestFieldValues } = JSON.parse(body.toString()) as {
    requestFieldValues: { summary: string; description: string }
  }
  const issue = project.addIssue(requestFieldValues)
  return { status: 201, body: { issueId: issue.id, issueKey: issue.key } }
}

/** Internal notes, with their files. */
function notesOf({ files }: FakeIssue): object[] {
  return files
    .filter(({ internal }) => internal)
    .map(({ id, filename }) => {
      const _links = { content: `https://desk.example/secure/attachment/${id}/${filename}` }
      return { id: `note-${id}`, public: false, attachments: { values: [{ filename, _links }], isLastPage: true } }
    })
}

function participantCall(
  { participants }: FakeIssue,
  { method, body }: FakeRequest,
  page: (values: object[]) => FakeResponse,
): FakeResponse {
  const { accountIds = [] } = JSON.parse(body.toString() || '{}') as { accountIds?: string[] }
  for (const address of accountIds.map(addressOfId))
    if (method === 'POST') participants.add(address)
    else participants.delete(address)
  return method === 'DELETE' ? none : page([...participants].map(userWith))
}
