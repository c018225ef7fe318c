import type { Token, Tokens } from 'marked'
import { markdownReader } from '#kit/markdown/markdown-reader.ts'
import { standardFontText } from '#kit/server/standard-font-text.ts'

/** A piece of a line in one weight. */
export type Run = { readonly text: string; readonly bold: boolean }
/** A paragraph; an item of a list has its mark and depth. */
export type Block = { readonly runs: readonly Run[]; readonly mark: string | null; readonly depth: number }

const parseMarkdown = markdownReader({ breaks: true })

/** Markdown as the paragraphs and list items of a printed text. HTML in it is text. */
export function markdownBlocks(markdown: string): Block[] {
  return blocksOf(parseMarkdown.lexer(markdown), 0)
}

function blocksOf(tokens: readonly Token[], depth: number): Block[] {
  return tokens.flatMap((token): Block[] => {
    if (token.type === 'list') return itemsOf(token as Tokens.List, depth)
    if (token.type === 'blockquote') return blocksOf(token.tokens ?? [], depth)
    if (token.type === 'table') return rowsOf(token as Tokens.Table, depth)
    if (token.type === 'space' || token.type === 'hr' || token.type === 'def') return []
    const inner = 'tokens' in token && token.tokens ? token.tokens : [token]
    return [{ runs: runsOf(inner, token.type === 'heading'), mark: null, depth }]
  })
}

function itemsOf({ items, ordered, start }: Tokens.List, depth: number): Block[] {
  return items.flatMap((item, index) => {
    const [first, ...rest] = blocksOf(item.tokens, depth + 1)
    const mark = ordered ? `${Number(start || 1) + index}.` : '•'
    return [{ runs: first?.runs ?? [], mark, depth: depth + 1 }, ...rest]
  })
}

function rowsOf({ header, rows }: Tokens.Table, depth: number): Block[] {
  return [header, ...rows].map((cells, index) => ({
    runs: [{ text: standardFontText(cells.map(({ text }) => text).join(' | ')), bold: index === 0 }],
    mark: null,
    depth,
  }))
}

function runsOf(tokens: readonly Token[], bold: boolean): Run[] {
  return tokens.flatMap((token): Run[] => {
    const text = (content: string) => [{ text: standardFontText(content), bold }]
    if (token.type === 'br') return [{ text: '\n', bold }]
    if (token.type === 'link' && token.text !== token.href) return text(`${token.text} (${token.href})`)
    if (token.type === 'strong') return runsOf(token.tokens ?? [], true)
    if ('tokens' in token && token.tokens) return runsOf(token.tokens, bold)
    return text('text' in token ? String(token.text) : token.raw)
  })
}
