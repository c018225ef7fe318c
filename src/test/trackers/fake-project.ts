/** A comment of an issue; `text` is plain text in Data Center, a document in the cloud. */
export type FakeComment = {
  readonly id: string
  text: unknown
  author: FakeUser
  role: string | null
  properties: { key: string; value: unknown }[]
  created: string
}
export type FakeFile = {
  readonly id: string
  readonly filename: string
  readonly content: Buffer
  readonly author: FakeUser
  /** Part of an internal note of a service desk. */
  readonly internal: boolean
  /** As it is listed; that of the content unless given. */
  readonly size?: number
}
/** A user; sites may hide the address. */
export type FakeUser = {
  readonly displayName: string
  readonly emailAddress?: string
  readonly accountType?: string
}
export type FakeLink = { readonly id: string; readonly type: string; readonly inward: string; readonly outward: string }
export type FakeIssue = {
  readonly id: string
  key: string
  summary: string
  description: unknown
  status: string
  priority: string
  type: string
  labels: string[]
  custom: Record<string, unknown>
  readonly comments: FakeComment[]
  readonly files: FakeFile[]
  readonly links: FakeLink[]
  /** Addresses of the users who watch it, and of the participants of a request. */
  readonly watchers: Set<string>
  readonly participants: Set<string>
  reporter: { displayName: string; emailAddress?: string }
  readonly created: string
  updated: string
}
/** The projects PRC, which has the cases, and RND. */
export type FakeProject = {
  readonly issues: Map<string, FakeIssue>
  readonly statuses: Map<string, 'new' | 'indeterminate' | 'done'>
  /** The name of the project; another one is unknown. */
  project: string
  /** The issue types of both projects. */
  readonly issueTypes: string[]
  /** The addresses of its users. */
  readonly users: Set<string>
  /** The login may see how many watch an issue, and not who. */
  hidesWatchers: boolean
  /** The clock of the site, in milliseconds ahead of ours. */
  offset: number
  /** Each page of a search names itself as the next one. */
  endless: boolean
  /** Every JQL of a search. */
  readonly searches: string[]
  /** The next number of an issue, comment, file or link. */
  next(): number
  addIssue(given: Partial<FakeIssue>, project?: string): FakeIssue
  addComment(issue: FakeIssue, given: Partial<FakeComment>): FakeComment
  addFile(issue: FakeIssue, given: Pick<FakeFile, 'filename' | 'content'> & Partial<FakeFile>): FakeFile
}

export const PROJECT = 'PRC'
export const RND_PROJECT = 'RND'
const service = { displayName: 'Portal', emailAddress: 'sync@vendor.example' }

export function fakeProject(): FakeProject {
  let number = 0
  let clock = Date.now()
  const issues = new Map<string, FakeIssue>()
  const now = () => {
    clock = project.offset < 0 ? Date.now() + project.offset : Math.max(clock + 1, Date.now() + project.offset)
    return new Date(clock).toISOString()
  }
  const project: FakeProject = {
    issues,
    project: PROJECT,
    issueTypes: ['Bug'],
    users: new Set(),
    hidesWatchers: false,
    offset: 0,
    endless: false,
    searches: [],
    statuses: new Map([
      ['To Do', 'new'],
      ['In Progress', 'indeterminate'],
      ['Waiting for customer', 'indeterminate'],
      ['Done', 'done'],
    ]),
    next: () => ++number,
    addIssue(given, name = PROJECT) {
      const id = String(10_000 + project.next())
      const issue: FakeIssue = {
        id,
        key: `${name}-${project.next()}`,
        summary: '',
        description: null,
        status: 'To Do',
        priority: 'Medium',
        type: 'Bug',
        labels: [],
        custom: {},
        comments: [],
        files: [],
        links: [],
        watchers: new Set([service.emailAddress]),
        participants: new Set(),
        reporter: service,
        created: now(),
        updated: now(),
        ...given,
      }
      issues.set(id, issue)
      return issue
    },
    addComment(issue, given) {
      const comment = {
        id: String(project.next()),
        text: '',
        author: service,
        role: null,
        properties: [],
        created: now(),
        ...given,
      }
      issue.comments.push(comment)
      issue.updated = now()
      return comment
    },
    addFile(issue, given) {
      const file = { id: String(project.next()), author: service, internal: false, ...given }
      issue.files.push(file)
      issue.updated = now()
      return file
    },
  }
  return project
}

/** Records a change of an issue. */
export function touch(issue: FakeIssue): void {
  issue.updated = new Date(Math.max(Date.now(), Date.parse(issue.updated) + 1)).toISOString()
}
