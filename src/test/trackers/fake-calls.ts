import { attach, fileOf, removeFile } from './fake-files.ts'
import { type FakeComment, type FakeIssue, type FakeProject, PROJECT, RND_PROJECT, touch } from './fake-project.ts'
import { type FakeRequest, type FakeResponse, missing, none, ok } from './fake-response.ts'
import { usersFound, watcherCall } from './fake-users.ts'

type Fields = Record<string, unknown> & { labels?: string[]; priority?: { name: string } }

type Update = { readonly labels?: readonly { readonly add?: string; readonly remove?: string }[] }

const FIRST_COMMENTS = 2

const fields = [
  { id: 'summary', name: 'Summary', custom: false, schema: { type: 'string' } },
  { id: 'customfield_10010', name: 'Product name', custom: true, schema: { type: 'string' } },
  { id: 'customfield_10011', name: 'Story points', custom: true, schema: { type: 'number' } },
]

/** The calls of `/rest/api/3` and `/rest/api/2` that the portal makes. */
export function respondAsJira(project: FakeProject, request: FakeRequest): FakeResponse {
  const [, api = '', rest = ''] = /^\/rest\/api\/([23])(\/.*)$/.exec(request.path) ?? []
  const [first = '', second = '', third = '', fourth = ''] = rest.slice(1).split('/')
  const { method } = request
  /** A list is a page of values in the cloud. */
  const page = (values: object[]) => (api === '2' ? values : { values, isLast: true })
  const json = () => JSON.parse(request.body.toString() || '{}') as Record<string, unknown> & { fields?: Fields }
  if (first === 'myself') return ok({ displayName: 'Portal', emailAddress: 'sync@vendor.example' })
  if (first === 'field') return ok(fields)
  if (first === 'priority') return ok(page(['Urgent', 'High', 'Medium', 'Low'].map((name) => ({ name }))))
  if (first === 'project' && (second === '' || second === 'search'))
    return ok(page([{ key: project.project, name: 'Pacific Reach' }]))
  if (first === 'project') {
    if (second !== project.project) return missing('The project')
    if (third !== 'statuses') return ok({ key: PROJECT, name: 'Pacific Reach', projectTypeKey: 'software' })
    const statuses = [...project.statuses].map(([name, key]) => ({ name, statusCategory: { key } }))
    return ok([{ name: 'Bug', statuses }])
  }
  if (first === 'search') return search(project, request, { api, isCount: second === 'approximate-count' })
  if (first === 'attachment' && second === 'content') return fileOf(project, third)
  if (first === 'attachment') return removeFile(project, second)
  if (first === 'user') return usersFound(project, request)
  if (first === 'issueLink') return linkCall(project, method, second, json())
  if (first !== 'issue') return missing(rest)
  if (second === 'createmeta')
    return ok({ issueTypes: [{ name: 'Sub-task', subtask: true }, ...project.issueTypes.map((name) => ({ name }))] })
  if (second === '' && method === 'POST') return create(project, json().fields ?? {})
  const issue = project.issues.get(second) ?? [...project.issues.values()].find(({ key }) => key === second)
  if (!issue) return missing('The issue')
  if (third === 'comment') return commentCall(project, issue, { ...request, api, commentId: fourth })
  if (third === 'transitions') return transition(project, issue, method, json())
  if (third === 'attachments') return attach(project, issue, request)
  if (third === 'watchers') return watcherCall(project, issue, request)
  if (method === 'PUT') {
    const { fields: given = {}, update } = json() as { fields?: Fields; update?: Update }
    change(issue, given)
    for (const { add, remove } of update?.labels ?? [])
      issue.labels = [...issue.labels.filter((label) => label !== remove && label !== add), ...(add ? [add] : [])]
    return none
  }
  return ok(issueJson(project, issue))
}

function create(project: FakeProject, fields: Fields): FakeResponse {
  const issue = project.addIssue({}, (fields.project as { key: string }).key)
  change(issue, fields)
  return ok({ id: issue.id, key: issue.key }, 201)
}

function change(
  issue: FakeIssue,
  { summary, description, priority, labels, project: _, issuetype, ...custom }: Fields,
) {
  if (typeof summary === 'string') issue.summary = summary
  if (description !== undefined) issue.description = description
  if (issuetype) issue.type = (issuetype as { name: string }).name
  if (priority) issue.priority = priority.name
  if (labels) issue.labels = labels
  Object.assign(issue.custom, custom)
  touch(issue)
}

function search(
  project: FakeProject,
  { body }: FakeRequest,
  { api, isCount }: { api: string; isCount: boolean },
): FakeResponse {
  const {
    jql = '',
    maxResults = 50,
    nextPageToken,
    startAt = 0,
    fields = [],
  } = JSON.parse(body.toString()) as {
    jql?: string
    maxResults?: number
    nextPageToken?: string
    startAt?: number
    fields?: readonly string[]
  }
  project.searches.push(jql)
  const wanted = /^project = "(\w+)"/.exec(jql)?.[1]
  if (wanted !== project.project && wanted !== RND_PROJECT)
    return { status: 400, body: { errorMessages: ['The project is unknown.'] } }
  const label = /labels = "([^"]+)"/.exec(jql)?.[1]
  const minutes = /updated >= "-(\d+)m"/.exec(jql)?.[1]
  const found = [...project.issues.values()]
    .filter(({ key }) => key.startsWith(`${wanted}-`))
    .filter(({ labels }) => (label ? labels.includes(label) : !jql.includes('labels is EMPTY') || labels.length === 0))
    .filter(({ updated }) => !minutes || Date.parse(updated) >= Date.now() + project.offset - Number(minutes) * 60_000)
    .toSorted((one, other) => one.updated.localeCompare(other.updated) * (jql.endsWith('DESC') ? -1 : 1))
  if (isCount) return ok({ count: found.length })
  if (project.endless) return ok({ issues: [], nextPageToken: 'again' })
  const from = api === '2' ? startAt : Number(nextPageToken ?? 0)
  const issues = found
    .slice(from, from + maxResults)
    .map((issue) => issueJson(project, issue, { withComments: fields.includes('comment') }))
  const end = from + issues.length
  if (api === '2') return ok({ issues, startAt, total: found.length })
  return ok({ issues, ...(end < found.length ? { nextPageToken: String(end) } : { isLast: true }) })
}

function transition(
  project: FakeProject,
  issue: FakeIssue,
  method: string,
  { transition: wanted }: Record<string, unknown>,
): FakeResponse {
  const transitions = [...project.statuses].map(([name, key], index) => ({
    id: String(index + 1),
    name: `To ${name}`,
    to: { name, statusCategory: { key } },
  }))
  if (method === 'GET') return ok({ transitions })
  const { id } = wanted as { id: string }
  issue.status = transitions.find((one) => one.id === id)!.to.name
  touch(issue)
  return none
}

function commentCall(
  project: FakeProject,
  issue: FakeIssue,
  { method, api, commentId, body, query }: FakeRequest & { api: string; commentId: string },
): FakeResponse {
  if (method === 'GET') {
    const startAt = Number(query.get('startAt') ?? 0)
    const comments = issue.comments.slice(startAt, startAt + Number(query.get('maxResults') ?? 50)).map(commentJson)
    return ok({ comments, total: issue.comments.length, startAt })
  }
  const at = issue.comments.findIndex(({ id }) => id === commentId)
  if (method === 'DELETE') {
    issue.comments.splice(at, 1)
    return none
  }
  const given = JSON.parse(body.toString()) as {
    body: unknown
    visibility?: { value: string }
    properties?: FakeComment['properties']
  }
  // The editions differ in what a text is.
  if ((api === '2') !== (typeof given.body === 'string'))
    return { status: 400, body: { errors: { comment: 'has the wrong type' } } }
  const written = { text: given.body, role: given.visibility?.value ?? null, properties: given.properties ?? [] }
  if (method === 'POST') return ok(commentJson(project.addComment(issue, written)), 201)
  const comment = issue.comments[at]
  if (!comment) return missing('The comment')
  Object.assign(comment, written)
  touch(issue)
  return ok(commentJson(comment))
}

function linkCall(project: FakeProject, method: string, id: string, given: Record<string, unknown>): FakeResponse {
  if (method === 'DELETE') {
    for (const { links } of project.issues.values()) {
      const at = links.findIndex((link) => link.id === id)
      if (at >= 0) links.splice(at, 1)
    }
    return none
  }
  const { type, inwardIssue, outwardIssue } = given as {
    type: { name: string }
    inwardIssue: { id: string }
    outwardIssue: { id: string }
  }
  const link = { id: String(project.next()), type: type.name, inward: inwardIssue.id, outward: outwardIssue.id }
  for (const end of [link.inward, link.outward]) project.issues.get(end)?.links.push(link)
  return ok({}, 201)
}

function issueJson({ statuses }: FakeProject, issue: FakeIssue, { withComments = false } = {}): object {
  const { id, key, summary, description, status, priority, labels, custom, files, links, reporter, created, updated } =
    issue
  return {
    id,
    key,
    fields: {
      ...custom,
      summary,
      description,
      labels,
      reporter,
      created,
      updated,
      status: { name: status, statusCategory: { key: statuses.get(status) } },
      priority: { name: priority },
      issuetype: { name: issue.type },
      attachment: files.map(({ id: fileId, filename, content, size = content.length, author }) => ({
        id: fileId,
        filename,
        size,
        author,
      })),
      ...(withComments ? { comment: firstComments(issue) } : {}),
      issuelinks: links.map((link) => ({
        id: link.id,
        type: { name: link.type },
        ...(link.inward === id ? { outwardIssue: { id: link.outward } } : { inwardIssue: { id: link.inward } }),
      })),
    },
  }
}

/** As the search gives them: a few, without properties. */
function firstComments({ comments }: FakeIssue): object {
  const first = comments.slice(0, FIRST_COMMENTS).map((comment) => commentJson({ ...comment, properties: [] }))
  return { comments: first, total: comments.length, maxResults: FIRST_COMMENTS, startAt: 0 }
}

function commentJson({ id, text, author, role, properties, created }: FakeComment): object {
  return { id, body: text, author, properties, created, ...(role ? { visibility: { type: 'role', value: role } } : {}) }
}
