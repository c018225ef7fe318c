import type { JiraIssue } from './jira-shapes.ts'

/** In what the editions of Jira differ. */
export type JiraEdition = {
  /** The system's name for users. */
  readonly name: string
  /** `/rest/api/3` has documents as texts, `/rest/api/2` plain text. */
  readonly api: string
  toText(markdown: string): unknown
  fromText(text: unknown): string
  search(
    jql: string,
    options: { fields: readonly string[]; page: string | null; most?: number },
  ): Promise<{ issues: readonly JiraIssue[]; next: string | null }>
  count(jql: string): Promise<number>
  /** The projects and priorities that the login sees. */
  projects(): Promise<readonly { readonly key?: string; readonly name?: string }[]>
  priorities(): Promise<readonly { readonly name?: string }[]>
  /** Role whose members read internal comments; comments of a service desk are marked instead. */
  readonly internalRole: string | undefined
  readonly isServiceDesk: boolean
  /** The member of a user by which calls name it, and the names of the parameters that take it and search by address. */
  readonly userKey: 'accountId' | 'name'
  readonly userQuery: string
  readonly searchQuery: string
  /** The path of a file's bytes, with its query. */
  fileAddress(file: { readonly id: string; readonly filename: string }): string
  /** The project of R&D issues, and where it is: site and project. */
  readonly rndProject: string | undefined
  readonly place: string
  /** The type of new issues; by default one that the project has. */
  readonly issueType: string | undefined
}
