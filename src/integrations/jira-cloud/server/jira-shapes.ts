/** Responses of Jira's REST API, as far as they are read. */
export type JiraUser = {
  /** Of the cloud; `name` of a data center. */
  readonly accountId?: string
  readonly name?: string
  readonly displayName?: string
  readonly emailAddress?: string
  readonly active?: boolean
  /** Of the cloud: `atlassian`, `app` or `customer`. */
  readonly accountType?: string
}
export type JiraStatus = { readonly name?: string; readonly statusCategory?: { readonly key?: string } }
export type JiraRef = { readonly id?: string; readonly key?: string }

export type JiraFile = {
  readonly id?: string
  readonly filename?: string
  readonly size?: number
  readonly author?: JiraUser
}
export type JiraLink = {
  readonly id?: string
  readonly type?: { readonly name?: string }
  readonly inwardIssue?: JiraRef
  readonly outwardIssue?: JiraRef
}
export type JiraIssue = JiraRef & {
  readonly fields?: {
    readonly summary?: string
    readonly description?: unknown
    readonly status?: JiraStatus
    readonly priority?: { readonly name?: string } | null
    readonly labels?: readonly string[]
    readonly issuetype?: { readonly name?: string }
    readonly reporter?: JiraUser | null
    readonly created?: string
    readonly updated?: string
    readonly attachment?: readonly JiraFile[]
    /** The level of security that restricts who sees the issue. */
    readonly security?: { readonly name?: string } | null
    readonly issuelinks?: readonly JiraLink[]
    /** The first comments, without their properties. */
    readonly comment?: { readonly comments?: readonly JiraComment[]; readonly total?: number }
  }
}
export type JiraComment = {
  readonly id?: string
  readonly body?: unknown
  readonly author?: JiraUser
  readonly created?: string
  readonly visibility?: { readonly value?: string } | null
  readonly jsdPublic?: boolean
  readonly properties?: readonly { readonly key?: string; readonly value?: unknown }[]
}
export type JiraTransition = { readonly id?: string; readonly name?: string; readonly to?: JiraStatus }
export type JiraIssueType = { readonly name?: string; readonly subtask?: boolean }
