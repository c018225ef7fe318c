import type { Token, Tokens } from 'marked'
import { markdownReader } from '#kit/markdown/markdown-reader.ts'
import type { AdfDocument, AdfMark, AdfNode } from './adf.ts'

const reader = markdownReader()

/** Markdown as a document of Jira. Raw HTML becomes text, an image becomes a link to it. */
export function markdownToAdf(markdown: string): AdfDocument {
  const content = blocks(reader.lexer(markdown))
  return { version: 1, type: 'doc', content: content.length > 0 ? content : [paragraph([])] }
}

function blocks(tokens: readonly Token[]): AdfNode[] {
  return tokens.flatMap((token) => block(token as Tokens.Generic))
}

function block(token: Tokens.Generic): AdfNode[] {
  switch (token.type) {
    case 'heading':
      return [{ type: 'heading', attrs: { level: token.depth }, content: inline(token.tokens ?? []) }]
    case 'paragraph':
      return [paragraph(inline(token.tokens ?? []))]
    case 'text':
      return [paragraph(token.tokens ? inline(token.tokens) : plainNodes(unescapeEntities(token.text), []))]
    case 'code':
      return [codeBlock(token as Tokens.Code)]
    case 'blockquote':
      return [{ type: 'blockquote', content: quotable(blocks(token.tokens ?? [])) }]
    case 'list':
      return [list(token as Tokens.List)]
    case 'table':
      return [table(token as Tokens.Table)]
    case 'hr':
      return [{ type: 'rule' }]
    case 'html':
      return token.text.trim() === '' ? [] : [paragraph(plainNodes(token.text.trimEnd(), []))]
    default:
      return []
  }
}

function paragraph(content: readonly AdfNode[]): AdfNode {
  return { type: 'paragraph', content }
}

function codeBlock({ text, lang }: Tokens.Code): AdfNode {
  return {
    type: 'codeBlock',
    ...(lang ? { attrs: { language: lang } } : {}),
    content: text === '' ? [] : [{ type: 'text', text }],
  }
}

/** Quotes hold paragraphs and lists alone; other blocks become paragraphs of their text. */
function quotable(content: readonly AdfNode[]): AdfNode[] {
  const allowedTypes = new Set(['paragraph', 'bulletList', 'orderedList', 'codeBlock'])
  const fitting = content.map((node) => (allowedTypes.has(node.type) ? node : paragraph(node.content ?? [])))
  return fitting.length > 0 ? fitting : [paragraph([])]
}

function list({ ordered, start, items }: Tokens.List): AdfNode {
  const content = items.map((item) => {
    const inside = blocks(item.tokens.filter(({ type }) => type !== 'checkbox'))
    const contentWithBox = item.task ? withBox(inside, item.checked === true) : inside
    return { type: 'listItem', content: contentWithBox.length > 0 ? contentWithBox : [paragraph([])] }
  })
  if (!ordered) return { type: 'bulletList', content }
  return { type: 'orderedList', attrs: { order: typeof start === 'number' ? start : 1 }, content }
}

/** Jira has no check boxes inside lists: the box stays as text. */
function withBox(content: readonly AdfNode[], isChecked: boolean): AdfNode[] {
  const [first, ...rest] = content
  const box: AdfNode = { type: 'text', text: isChecked ? '[x] ' : '[ ] ' }
  if (first?.type !== 'paragraph') return [paragraph([box]), ...content]
  return [paragraph([box, ...(first.content ?? [])]), ...rest]
}

function table({ header, rows }: Tokens.Table): AdfNode {
  const row = (cells: readonly Tokens.TableCell[], type: string): AdfNode => ({
    type: 'tableRow',
    content: cells.map(({ tokens }) => ({ type, content: [paragraph(inline(tokens))] })),
  })
  return { type: 'table', content: [row(header, 'tableHeader'), ...rows.map((cells) => row(cells, 'tableCell'))] }
}

function inline(tokens: readonly Token[], marks: readonly AdfMark[] = []): AdfNode[] {
  return joinTexts(tokens.flatMap((token) => inlineOf(token as Tokens.Generic, marks)))
}

/** Neighbouring texts with the same marks are one. */
function joinTexts(nodes: readonly AdfNode[]): AdfNode[] {
  const joinedNodes: AdfNode[] = []
  for (const node of nodes) {
    const last = joinedNodes.at(-1)
    const isSame = last?.text !== undefined && JSON.stringify(last.marks) === JSON.stringify(node.marks)
    if (isSame && node.text !== undefined)
      joinedNodes[joinedNodes.length - 1] = { ...last, text: last.text + node.text }
    else joinedNodes.push(node)
  }
  return joinedNodes
}

function inlineOf(token: Tokens.Generic, marks: readonly AdfMark[]): AdfNode[] {
  const within = (type: string) => inline(token.tokens ?? [], withMark(marks, { type }))
  switch (token.type) {
    case 'strong':
      return within('strong')
    case 'em':
      return within('em')
    case 'del':
      return within('strike')
    case 'codespan':
      // Jira allows a link beside code, and nothing else.
      return plainNodes(token.text, [...marks.filter(({ type }) => type === 'link'), { type: 'code' }])
    case 'link':
      return inline(token.tokens ?? [], withMark(marks, { type: 'link', attrs: { href: token.href } }))
    case 'image':
      return plainNodes(token.text || token.href, withMark(marks, { type: 'link', attrs: { href: token.href } }))
    case 'br':
      return [{ type: 'hardBreak' }]
    case 'escape':
      return plainNodes(token.text, marks)
    case 'text':
      return token.tokens ? inline(token.tokens, marks) : plainNodes(unescapeEntities(token.text), marks)
    case 'html':
      return plainNodes(token.text, marks)
    default:
      return plainNodes(token.raw, marks)
  }
}

function withMark(marks: readonly AdfMark[], mark: AdfMark): readonly AdfMark[] {
  return marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark]
}

function plainNodes(text: string, marks: readonly AdfMark[]): AdfNode[] {
  return text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 ? { marks } : {}) }]
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

function unescapeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
}
