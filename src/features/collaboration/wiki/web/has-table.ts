/** Whether Markdown has a table: a line of dashes between bars, as below the names of its columns. */
export function hasTable(markdown: string): boolean {
  return /^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*$/m.test(markdown)
}
