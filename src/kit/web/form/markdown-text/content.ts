/** A node of the editor's document, as its JSON. */
export type Content = {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly Content[]
  readonly marks?: readonly Mark[]
  readonly text?: string
}
export type Mark = { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }

/** The node type that shows Markdown as its own source, for what the editor has no form of. */
export const SOURCE = 'source'
