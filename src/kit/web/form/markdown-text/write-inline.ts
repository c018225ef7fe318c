import type { Content, Mark } from './content.ts'

/**
 * How much is escaped: nothing, what usually is a mark, or every sign; `words` writes every sign and leaves emphasis out
 * that Markdown cannot express.
 */
export const escapings = ['none', 'usual', 'all', 'words'] as const
export type Escaping = (typeof escapings)[number]

const signs: Readonly<Record<string, string>> = { bold: '**', italic: '*', strike: '~~' }
const outermost = ['link', 'bold', 'italic', 'strike']

/** The text of a block with its marks. */
export function writeInline(content: readonly Content[], escaping: Escaping): string {
  const nodes = trimContent(content)
  return write(nodes, escaping, []).replace(/^[^\S\u00a0]+|(?<![^\S\u00a0])[^\S\u00a0]+$/g, '')
}

/** Nodes that share a mark are written as one run of it. */
function write(nodes: readonly Content[], escaping: Escaping, openMarks: readonly string[]): string {
  let text = ''
  for (let at = 0; at < nodes.length; ) {
    const mark = outermost
      .filter((type) => !openMarks.includes(type) && (escaping !== 'words' || type === 'link'))
      .flatMap((type) => markOf(nodes[at]!, type) ?? [])[0]
    let end = at + 1
    if (mark) {
      while (end < nodes.length && isSame(markOf(nodes[end]!, mark.type), mark)) end++
      text += wrap(mark, write(nodes.slice(at, end), escaping, [...openMarks, mark.type]), escaping)
    } else text += leaf(nodes[at]!, escaping, text === '' || text.endsWith('\n'))
    at = end
  }
  return text
}

function markOf({ marks = [] }: Content, type: string): Mark | undefined {
  return marks.find((mark) => mark.type === type)
}

function isSame(one: Mark | undefined, other: Mark): boolean {
  return one !== undefined && one.attrs?.href === other.attrs?.href && one.attrs?.title === other.attrs?.title
}

function wrap({ type, attrs = {} }: Mark, inner: string, escaping: Escaping): string {
  if (type !== 'link') {
    // A mark does not begin or end with a space.
    const words = inner.trim()
    const from = inner.indexOf(words)
    const [before, after] = [inner.slice(0, from), inner.slice(from + words.length)]
    return words ? `${before}${signs[type]}${words}${signs[type]}${after}` : inner
  }
  const href = String(attrs.href ?? '')
  if (escaping === 'none' && inner === href && !attrs.title) return href
  return `[${inner}](${destination(href)}${title(attrs.title)})`
}

function destination(href: string): string {
  if (href === '' || /[\s()<>\\]/.test(href)) return `<${href.replace(/[<>\\]/g, '\\$&').replace(/\n/g, '%0A')}>`
  return href
}

function title(text: unknown): string {
  return text ? ` "${String(text).replace(/["\\]/g, '\\$&')}"` : ''
}

function leaf(node: Content, escaping: Escaping, atStart: boolean): string {
  const { type, text = '', attrs = {} } = node
  if (type === 'hardBreak') return attrs.soft ? '\n' : '  \n'
  if (type === 'image')
    return `![${withEscapes(String(attrs.alt ?? ''), 'usual', false)}](${destination(String(attrs.src ?? ''))}${title(attrs.title)})`
  return markOf(node, 'code') ? codeSpan(text) : withEscapes(text, escaping, atStart)
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  const isStripped = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text)
  const pad = /^`|`$/.test(text) || isStripped ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`
}

/** A backslash before what would be read as a mark. */
function withEscapes(text: string, escaping: Escaping, atStart: boolean): string {
  if (escaping === 'none') return text
  const escapedText =
    escaping === 'usual'
      ? text
          .replace(/[\\`*[\]<~]/g, '\\$&')
          .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
          .replace(/&(?=#?\w+;)/g, '\\&')
      : text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
  if (!atStart) return escapedText
  return escapedText.replace(/^(\s*)([-+>#=|])/, '$1\\$2').replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** Without the spaces and breaks at the ends of a text, which Markdown does not keep. */
function trimContent(content: readonly Content[]): readonly Content[] {
  const isBlank = ({ type, text = '', marks }: Content) =>
    type === 'hardBreak' || (type === 'text' && text.trim() === '' && !marks?.some((mark) => mark.type === 'code'))
  const from = content.findIndex((node) => !isBlank(node))
  const to = content.findLastIndex((node) => !isBlank(node))
  return from < 0 ? [] : content.slice(from, to + 1)
}
