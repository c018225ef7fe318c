import type { Token, Tokens } from 'marked'
import { markdownReader } from '#kit/markdown/markdown-reader.ts'
import type { Content } from './content.ts'
import { readInline } from './read-inline.ts'

/** Reads Markdown as CommonMark with the additions of GitHub. */
export const commonMark = markdownReader({ walkTokens: dropSpacesAtEnd })

/** The blocks of a text. */
export function lexBlocks(text: string): Token[] {
  const tokens = commonMark.lexer(text)
  void commonMark.walkTokens(tokens, dropSpacesAtEnd)
  return tokens
}

/** The nodes of a text that the editor wrote; null where one has no form in the editor. */
export function readNodes(text: string): readonly (Content | null)[] {
  return lexBlocks(text)
    .filter(({ type }) => type !== 'space')
    .map((token) => readBlock(token))
}

/** A token as the node of the editor. */
export function readBlock(token: Token): Content | null {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return inline('paragraph', undefined, token as Tokens.Paragraph)
    case 'heading':
      return inline('heading', { level: (token as Tokens.Heading).depth }, token as Tokens.Heading)
    case 'code': {
      const { text, lang } = token as Tokens.Code
      return {
        type: 'codeBlock',
        attrs: { language: lang || null },
        ...(text ? { content: [{ type: 'text', text }] } : {}),
      }
    }
    case 'hr':
      return { type: 'horizontalRule' }
    case 'blockquote':
      return container('blockquote', undefined, token as Tokens.Blockquote)
    case 'list':
      return list(token as Tokens.List)
    case 'table':
      return table(token as Tokens.Table)
    default:
      return null
  }
}

/** Spaces at the end of a block mean nothing (CommonMark 4.8), but marked keeps them. */
function dropSpacesAtEnd(token: Token): void {
  if (token.type !== 'paragraph' && token.type !== 'text') return
  const last = (token as Tokens.Paragraph).tokens?.at(-1)
  if (last?.type === 'text') (last as Tokens.Text).text = last.text.replace(/(?<![ \t])[ \t]+$/, '')
}

function inline(type: string, attrs: Content['attrs'], { tokens }: { tokens?: Token[] | undefined }): Content | null {
  const content = readInline(tokens ?? [])
  if (content === null) return null
  return { type, ...(attrs ? { attrs } : {}), ...(content.length > 0 ? { content } : {}) }
}

function container(type: string, attrs: Content['attrs'], { tokens }: { tokens: Token[] }): Content | null {
  const content = tokens.filter((token) => token.type !== 'space').map(readBlock)
  if (content.some((node) => node === null) || content[0]?.type === undefined) return null
  return { type, ...(attrs ? { attrs } : {}), content: content as Content[] }
}

function list({ items, ordered, start, loose }: Tokens.List): Content | null {
  const content = items.map((item) => {
    if (item.task) return null
    const node =
      item.tokens.length === 0
        ? { type: 'listItem', content: [{ type: 'paragraph' }] }
        : container('listItem', undefined, item)
    return node?.content?.[0]?.type === 'paragraph' ? node : null
  })
  if (content.some((node) => node === null)) return null
  const attrs = { tight: !loose, ...(ordered ? { start: Number(start) } : {}) }
  return { type: ordered ? 'orderedList' : 'bulletList', attrs, content: content as Content[] }
}

function table({ header, rows, align }: Tokens.Table): Content | null {
  const lines = [header, ...rows].map((cells, row) =>
    cells.map((cell, column) => {
      const words = inline('paragraph', undefined, cell)
      const type = row === 0 ? 'tableHeader' : 'tableCell'
      return words && { type, attrs: { align: align[column] ?? null }, content: [words] }
    }),
  )
  if (lines.flat().some((cell) => cell === null)) return null
  return { type: 'table', content: lines.map((content) => ({ type: 'tableRow', content: content as Content[] })) }
}
