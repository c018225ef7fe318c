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
  /** The type of new issues; by default one that the project has. */
  readonly issueType: string | undefined
}
