import { type Content, SOURCE } from './content.ts'
import { readNodes } from './read-blocks.ts'
import { isSameContent } from './same-content.ts'
import { type Escaping, escapings, writeInline } from './write-inline.ts'

/**
 * A block of the editor as Markdown: with as few escapes as give the same block when they are read again, so that what
 * the editor shows is what is sent.
 */
export function writeBlock(node: Content): string {
  for (const escaping of escapings) {
    const text = write(node, escaping)
    const read = readNodes(text)
    if (read.length === 1 && read[0] && isSameContent(read[0], node)) return text
  }
  return write(node, 'all')
}

function write(node: Content, escaping: Escaping): string {
  const { type, attrs = {}, content = [] } = node
  switch (type) {
    case SOURCE:
      return textOf(node)
    case 'heading':
      return `${'#'.repeat(Number(attrs.level))} ${writeInline(content, escaping).replace(/ {0,2}\n/g, ' ')}`.trimEnd()
    case 'codeBlock':
      return codeBlock(textOf(node), String(attrs.language ?? ''))
    case 'horizontalRule':
      return '---'
    case 'blockquote':
      return indent(blocks(content, escaping), '> ', '> ').replace(/^> $/gm, '>')
    case 'bulletList':
    case 'orderedList':
      return list(node, escaping)
    case 'table':
      return table(content, escaping)
    case 'image':
      return writeInline([node], escaping)
    default:
      return writeInline(content, escaping)
  }
}

/** Blocks one after the other. */
function blocks(content: readonly Content[], escaping: Escaping, gap = '\n\n'): string {
  return content
    .map((node) => write(node, escaping))
    .filter((text) => text !== '')
    .join(gap)
}

function list({ type, attrs = {}, content = [] }: Content, escaping: Escaping): string {
  const gap = attrs.tight === false ? '\n\n' : '\n'
  return content
    .map((item, index) => {
      const sign = type === 'orderedList' ? `${Number(attrs.start ?? 1) + index}. ` : '- '
      return indent(blocks(item.content ?? [], escaping, gap), sign, ' '.repeat(sign.length)).trimEnd()
    })
    .join(gap)
}

function indent(text: string, first: string, next: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : line === '' && next.trim() === '' ? '' : next) + line)
    .join('\n')
}

function codeBlock(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = (language.includes('`') ? '~' : '`').repeat(longest + 1)
  return `${fence}${language}\n${text}${text ? '\n' : ''}${fence}`
}

/** A table has a first row of names and as many cells in each row; merged cells are written as empty ones. */
function table(rows: readonly Content[], escaping: Escaping): string {
  const lines = rows.map(({ content = [] }) =>
    content.flatMap((cell) => {
      const words = blocks(cell.content ?? [], escaping, ' ')
        .replace(/ {0,2}\n/g, ' ')
        .replaceAll('|', '\\|')
      return [words, ...Array<string>(Math.max(0, Number(cell.attrs?.colspan ?? 1) - 1)).fill('')]
    }),
  )
  const width = Math.max(1, ...lines.map((cells) => cells.length))
  const marks = Array.from({ length: width }, (_, column) => alignment(rows[0]?.content?.[column]?.attrs?.align))
  const [head, ...body] = lines.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')])
  return [head ?? [], marks, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function alignment(align: unknown): string {
  return align === 'left' ? ':--' : align === 'right' ? '--:' : align === 'center' ? ':-:' : '---'
}

function textOf({ content = [] }: Content): string {
  return content.map(({ text }) => text ?? '').join('')
}
