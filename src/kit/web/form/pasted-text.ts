import type { Content } from './markdown-text/content.ts'

/**
 * What a plain text becomes when it is pasted, with each of its characters: cells of a spreadsheet a table, text whose
 * layout says something (output of a console, code) a block of code, other text paragraphs with its lines.
 * With `wordsAlone`, as the user may ask for, all of it is paragraphs.
 */
export function pastedNodes(text: string, wordsAlone = false): Content[] {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '')
    .split('\n')
  if (!wordsAlone && isTable(lines)) return [table(lines.map((line) => line.split('\t')))]
  if (!wordsAlone && lines.length > 1 && lines.some(hasLayout))
    return [{ type: 'codeBlock', content: [{ type: 'text', text: lines.join('\n') }] }]
  const paragraphs = lines.join('\n').split(/\n(?:[^\S\n]*\n)+/)
  return paragraphs.map((paragraph) => ({ type: 'paragraph', content: withBreaks(paragraph.split('\n')) }))
}

/** Whether the HTML of a clipboard says no more than its plain text: that of consoles and code editors. */
export function isPlainHtml(html: string): boolean {
  return !/<(?:table|[uo]l|li|a|h[1-6]|strong|b|em|i|s|del|code|blockquote|img|p|hr)\b/i.test(html)
}

function isTable(lines: readonly string[]): boolean {
  const columns = lines[0]!.split('\t').length
  // A tab at the beginning is an indentation.
  return (
    columns > 1 &&
    lines.every((line) => line.split('\t').length === columns) &&
    lines.some((line) => !line.startsWith('\t'))
  )
}

/** Whether spaces of a line place its words: an indentation, or columns. */
function hasLayout(line: string): boolean {
  return /^(?: {2,}|\t)\S|\S(?: {3,}|\t)\S/.test(line)
}

function table(rows: readonly (readonly string[])[]): Content {
  const cell = (text: string, type: string) => ({
    type,
    content: [{ type: 'paragraph', content: withBreaks([text.trim()]) }],
  })
  const content = rows.map((cells, row) => ({
    type: 'tableRow',
    content: cells.map((text) => cell(text, row === 0 ? 'tableHeader' : 'tableCell')),
  }))
  return { type: 'table', content }
}

function withBreaks(lines: readonly string[]): Content[] {
  return lines.flatMap((text, index) => [
    ...(index > 0 ? [{ type: 'hardBreak' }] : []),
    ...(text ? [{ type: 'text', text }] : []),
  ])
}
