import type { AdfMark, AdfNode } from './adf.ts'

/** A document of Jira as Markdown; a text as it is. Panels, mentions, emoji and cards keep their text. */
export function adfToMarkdown(document: unknown): string {
  if (typeof document === 'string') return document
  if (typeof document !== 'object' || document === null) return ''
  return blocks((document as AdfNode).content ?? [])
}

function blocks(nodes: readonly AdfNode[]): string {
  const parts = nodes.map((node, index) => ({ node, text: block(node, nodes[index - 1]) }))
  return parts
    .filter(({ text }) => text !== '')
    .map(({ text }) => text)
    .join('\n\n')
}

function block(node: AdfNode, before: AdfNode | undefined): string {
  const content = node.content ?? []
  switch (node.type) {
    case 'paragraph':
      return paragraph(content)
    case 'heading':
      return `${'#'.repeat(numberOf(node.attrs?.level, 1))} ${inline(content).replaceAll('\n', ' ').trim()}`
    case 'bulletList':
      // Another sign begins another list.
      return list(content, () => (before?.type === 'bulletList' ? '*' : '-'))
    case 'orderedList': {
      const first = numberOf(node.attrs?.order, 1)
      const sign = before?.type === 'orderedList' ? ')' : '.'
      return list(content, (index) => `${first + index}${sign}`)
    }
    case 'codeBlock':
      return fenceCode(textOf(node), typeof node.attrs?.language === 'string' ? node.attrs.language : '')
    case 'blockquote':
    case 'panel':
      return quoteLines(blocks(content))
    case 'rule':
      return '---'
    case 'table':
      return table(content)
    case 'text':
    case 'hardBreak':
    case 'mention':
    case 'emoji':
    case 'inlineCard':
      return inline([node])
    case 'blockCard':
      return String(node.attrs?.url ?? '')
    default:
      return blocks(content)
  }
}

/** A line that would begin a block is kept a paragraph. */
function paragraph(content: readonly AdfNode[]): string {
  return inline(content)
    .split('\n')
    .map((line) => line.replace(/^(\s*)([#>+-]|=+$|\d{1,9}[.)](?=\s|$))/, guardSign))
    .join('\n')
    .trim()
}

function guardSign(_: string, space: string, sign: string): string {
  const last = sign.length - 1
  return /^\d/.test(sign) ? `${space}${sign.slice(0, last)}\\${sign[last]}` : `${space}\\${sign}`
}

function list(items: readonly AdfNode[], sign: (index: number) => string): string {
  return items
    .map((item, index) => {
      const start = `${sign(index)} `
      const text = itemText(item.content ?? []).replace(/^\\\[( |x)\\\] /, '[$1] ')
      return start + text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(start.length)}`)
    })
    .join(items.some(isLoose) ? '\n\n' : '\n')
}

/** A list inside an item follows its text at once. */
function itemText(content: readonly AdfNode[]): string {
  const [first, ...rest] = content
  const isTight = first?.type === 'paragraph' && rest.every(({ type }) => /List$/.test(type)) && rest.length === 1
  return isTight ? `${blocks([first])}\n${blocks(rest)}` : blocks(content)
}

function isLoose({ content = [] }: AdfNode): boolean {
  return content.filter(({ type }) => type === 'paragraph').length > 1
}

function fenceCode(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

function table(rows: readonly AdfNode[]): string {
  const lines = rows.map(({ content = [] }) =>
    content.map((cell) =>
      blocks(cell.content ?? [])
        .replaceAll('|', '\\|')
        .replace(/\n+/g, ' '),
    ),
  )
  const width = Math.max(1, ...lines.map((line) => line.length))
  const row = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, column) => cells[column] ?? '').join(' | ')} |`
  const [head = [], ...body] = lines
  return [row(head), `|${' --- |'.repeat(width)}`, ...body.map(row)].join('\n')
}

function inline(nodes: readonly AdfNode[]): string {
  return markdownOfNodes(nodes, [])
}

const order = ['link', 'strong', 'em', 'strike', 'code']
const signs: Readonly<Record<string, string>> = { strong: '**', em: '*', strike: '~~' }

/** Neighbours that share a mark are written inside one pair of signs. */
function markdownOfNodes(nodes: readonly AdfNode[], open: readonly string[]): string {
  let text = ''
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at]!
    const mark = outermost(node, open)
    if (!mark) {
      text += leaf(node)
      at += 1
      continue
    }
    let end = at + 1
    while (end < nodes.length && hasMark(nodes[end]!, mark)) end += 1
    text += markdownOfMark(mark, nodes.slice(at, end), open)
    at = end
  }
  return text
}

function outermost({ marks = [] }: AdfNode, open: readonly string[]): AdfMark | undefined {
  const marksLeft = marks.filter(({ type }) => order.includes(type) && !open.includes(type))
  return marksLeft.toSorted((one, other) => order.indexOf(one.type) - order.indexOf(other.type))[0]
}

function hasMark({ marks = [] }: AdfNode, { type, attrs }: AdfMark): boolean {
  return marks.some((mark) => mark.type === type && mark.attrs?.href === attrs?.href)
}

function markdownOfMark(mark: AdfMark, nodes: readonly AdfNode[], open: readonly string[]): string {
  if (mark.type === 'code') return codeSpan(nodes.map(({ text = '' }) => text).join(''))
  const inside = markdownOfNodes(nodes, [...open, mark.type])
  if (mark.type === 'link') return `[${inside}](${addressOf(String(mark.attrs?.href ?? ''))})`
  const core = inside.trim()
  const [before = '', after = ''] =
    core === '' ? [] : [inside.slice(0, inside.indexOf(core)), inside.trimStart().slice(core.length)]
  const sign = signs[mark.type]!
  return core === '' ? inside : `${before}${sign}${core}${sign}${after}`
}

function addressOf(href: string): string {
  return /[\s()<>]/.test(href) ? `<${href.replace(/[<>\n]/g, (sign) => encodeURIComponent(sign))}>` : href
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^`|`$/.test(text) ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

function leaf(node: AdfNode): string {
  if (node.type === 'hardBreak') return '  \n'
  if (node.type === 'text') return escapeSigns(node.text ?? '')
  if (node.type === 'inlineCard') return `<${String(node.attrs?.url ?? '')}>`
  const { text, shortName } = node.attrs ?? {}
  return escapeSigns(String(text ?? shortName ?? ''))
}

function escapeSigns(text: string): string {
  return text.replace(/[\\`*_[\]<~]|&(?=[#\w]+;)/g, (sign) => `\\${sign}`)
}

function textOf({ text = '', content = [] }: AdfNode): string {
  return text + content.map(textOf).join('')
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
