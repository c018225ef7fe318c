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
  findPeople?: (words: string) => Promise<readonly Mentionable[]>
}
