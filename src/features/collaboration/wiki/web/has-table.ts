/** Whether Markdown has a table: a line of dashes between bars, as below the names of its columns. */
export function hasTable(markdown: string): boolean {
  return markdown.split('\n').some((line) => line.includes('-') && line.includes('|') && /^[-:| \t]+$/.test(line))
}
