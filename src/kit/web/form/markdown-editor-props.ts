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
}
