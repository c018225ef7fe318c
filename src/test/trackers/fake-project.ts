/** A comment of an issue; `text` is plain text in Data Center, a document in the cloud. */
export type FakeComment = {
  readonly id: string
  text: unknown
  author: { displayName: string; emailAddress?: string }
  role: string | null
  properties: { key: string; value: unknown }[]
  created: string
}
export type FakeFile = { readonly id: string; readonly filename: string; readonly content: Buffer }
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
  reporter: { displayName: string; emailAddress?: string }
  readonly created: string
  updated: string
}
/** The project PRC. */
export type FakeProject = {
  readonly issues: Map<string, FakeIssue>
  readonly statuses: Map<string, 'new' | 'indeterminate' | 'done'>
  /** The name of the project; another one is unknown. */
  project: string
  /** The clock of the site, in milliseconds ahead of ours. */
  offset: number
  /** Each page of a search names itself as the next one. */
  endless: boolean
  /** Every JQL of a search. */
  readonly searches: string[]
  /** The next number of an issue, comment, file or link. */
  next(): number
  addIssue(given: Partial<FakeIssue>): FakeIssue
  addComment(issue: FakeIssue, given: Partial<FakeComment>): FakeComment
}

export const PROJECT = 'PRC'
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
    addIssue(given) {
      const id = String(10_000 + project.next())
      const issue: FakeIssue = {
        id,
        key: `${PROJECT}-${project.next()}`,
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
  }
  return project
}

/** Records a change of an issue. */
export function touch(issue: FakeIssue): void {
  issue.updated = new Date(Math.max(Date.now(), Date.parse(issue.updated) + 1)).toISOString()
}
