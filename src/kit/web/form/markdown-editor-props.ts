/** Somebody who can be mentioned. */
export type Mentionable = { readonly username: string; readonly fullName: string; readonly note?: string | undefined }

/** What a Markdown editor needs; its value is Markdown text. */
export type MarkdownEditorProps = {
  /** The id of the visible label, or the name itself. */
  label: string
  value: string
  onChange: (markdown: string) => void
  placeholder?: string
  /** Pasted or dropped pictures and files; `insert` puts the picture that came of one where the caret is. */
  onFiles?: (files: readonly File[], insert: (address: string, text: string) => void) => void
  /** Ctrl or ⌘ with Enter. */
  onSubmit?: () => void
  /** At least so many lines of text. */
  lines?: number
  describedBy?: string | undefined
  invalid?: boolean | undefined
  autoFocus?: boolean
  /** Where the usual buttons stand, if not in a row of their own above the text. */
  toolsIn?: HTMLElement | null
  /** Finds people by the words after an @; with it they can be mentioned, as links to their address. */
  findUsers?: (words: string) => Promise<readonly Mentionable[]>
}

/** What stands in the plain field when the editor takes over. */
export type Written = { readonly text: string; readonly caret: number; readonly focused: boolean }

/** What the heavy editor needs besides: the text typed before it was there. `takeOver` is null while it must wait. */
export type EditorProps = MarkdownEditorProps & {
  readonly takeOver: () => Written | null
  readonly onReady: () => void
}
