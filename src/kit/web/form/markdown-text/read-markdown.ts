import type { Token } from 'marked'
import { type Content, SOURCE } from './content.ts'
import { commonMark, lexBlocks, readBlock } from './read-blocks.ts'
import { writeBlock } from './write-markdown.ts'

/** A block of a text: its node in the editor, its own characters, and the blank lines before it. */
export type Block = { readonly node: Content; readonly raw: string; readonly gap: string }

/**
 * The blocks of a Markdown text, and what follows the last one. Joined, gaps and characters are the text again. A block
 * that the editor could not write with the same meaning is shown as its source.
 */
export function readMarkdown(text: string): { readonly blocks: readonly Block[]; readonly rest: string } {
  const whole = text.replace(/\r\n?/g, '\n')
  const source = whole.trimEnd()
  const blocks: Block[] = []
  let gap = ''
  for (const token of lexBlocks(source)) {
    const end = token.type === 'space' ? 0 : token.raw.trimEnd().length
    const start = token.raw.search(/\S/)
    // An indented block of code begins with its indentation.
    const from = token.type === 'code' && start > 0 ? token.raw.lastIndexOf('\n', start) + 1 : Math.min(start, end)
    if (end > 0) {
      const raw = token.raw.slice(from, end)
      blocks.push({ node: nodeOf(token, raw), raw, gap: gap + token.raw.slice(0, from) })
      gap = token.raw.slice(end)
    } else gap += token.raw
  }
  const read = blocks.map((block) => block.gap + block.raw).join('') + gap
  const rest = whole.slice(source.length)
  if (read === source) return { blocks, rest: gap + rest }
  return { blocks: [{ node: sourceNode(source), raw: source, gap: '' }], rest }
}

function nodeOf(token: Token, raw: string): Content {
  const node = readBlock(token)
  const same = node !== null && isSameHtml(commonMark.parser([token]), commonMark.parse(writeBlock(node)) as string)
  return same ? node : sourceNode(raw)
}

function sourceNode(raw: string): Content {
  return { type: SOURCE, content: [{ type: 'text', text: raw }] }
}

function isSameHtml(one: string, other: string): boolean {
  const plain = (html: string) => html.replaceAll('&nbsp;', '\u00a0')
  return plain(one) === plain(other)
}
