/** The Atlassian Document Format, as far as Markdown has it. */
export type AdfMark = { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }
export type AdfNode = {
  readonly type: string
  readonly text?: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: readonly AdfMark[]
  readonly content?: readonly AdfNode[]
}
export type AdfDocument = AdfNode & { readonly version: 1; readonly type: 'doc'; readonly content: readonly AdfNode[] }
