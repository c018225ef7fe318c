/** A user who can be mentioned. */
export type Mentionable = { readonly username: string; readonly fullName: string; readonly note?: string | undefined }

/** What a Markdown editor needs; its value is Markdown text. */
export type MarkdownEditorProps = {
  /** The id of the visible label, or the name itself. */
  label: string
  value: string
  onChange: (markdown: string) => void
  placeholder?: string
  /** Pasted or dropped pictures and files; `insert` puts the uploaded picture at the caret. */
  onFiles?: (files: readonly File[], insert: (address: string, text: string) => void) => void
  /** Ctrl or ⌘ with Enter. */
  onSubmit?: () => void
  /** The minimum number of lines. */
  lines?: number
  describedBy?: string | undefined
  invalid?: boolean | undefined
  autoFocus?: boolean
  /** The place of the usual buttons, if not in a separate row above the text. */
  toolsIn?: HTMLElement | null
  /** Finds users by the words after an @; with it they can be mentioned, as links to their address. */
  findUsers?: (words: string) => Promise<readonly Mentionable[]>
}

/** The content of the plain field when the editor takes over. */
export type WrittenText = { readonly text: string; readonly caret: number; readonly focused: boolean }

/** Additional props of the heavy editor: the text typed before it was loaded. `takeOver` is null while it must wait. */
export type EditorProps = MarkdownEditorProps & {
  readonly takeOver: () => WrittenText | null
  readonly onReady: () => void
}
