import type { Content, Mark } from './content.ts'

/**
 * Whether two nodes say the same. What Markdown does not keep makes no difference: spaces at the ends of lines, the order
 * of marks, marks on spaces, and whether an address that stands alone is a link.
 */
export function isSameContent(one: Content, other: Content): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

function plain({ type, attrs = {}, content = [] }: Content): unknown {
  if (type === 'table') return [type, rows(content)]
  const keptAttributes = Object.entries(attrs).filter(
    ([name, value]) => essential.has(name) && value !== null && value !== undefined,
  )
  const isText = content.some((node) => node.type === 'text' || node.type === 'hardBreak' || node.type === 'image')
  const blocks = content.filter((node) => node.type !== 'paragraph' || node.content?.length || content.length === 1)
  return [
    type,
    keptAttributes.sort(),
    isText ? (type === 'codeBlock' ? raw(content) : runs(content)) : blocks.map(plain),
  ]
}

const essential = new Set(['level', 'language', 'start', 'src', 'alt', 'title'])

function rows(content: readonly Content[]): unknown {
  return content.map(({ content: cells = [] }) =>
    cells.map(({ content: paragraphs = [] }) => JSON.stringify(paragraphs.map(plain))),
  )
}

function raw(content: readonly Content[]): string {
  return content.map(({ text = '' }) => text).join('')
}

/** The characters of a text, each with its marks. */
function runs(content: readonly Content[]): unknown {
  const letters = content.flatMap(({ type, text = '', attrs, marks = [] }) => {
    const signs = marks
      .map((mark) => nameOf(mark, text))
      .filter(Boolean)
      .sort()
      .join()
    if (type === 'hardBreak') return [[attrs?.soft ? '\n' : '\\\n', '']]
    if (type === 'image') return [[JSON.stringify([attrs?.src, attrs?.alt, attrs?.title ?? null]), signs]]
    return [...text].map((letter) => [letter, /\s/.test(letter) && !signs.includes('code') ? '' : signs])
  })
  // Spaces beside a break and at the ends are not kept.
  const isSpace = (at: number) => letters[at]?.[0] === ' ' && letters[at]?.[1] === ''
  const isEdge = (at: number) => letters[at] === undefined || letters[at]?.[0]?.endsWith('\n')
  return letters.filter((_, at) => {
    if (!isSpace(at)) return true
    let [leftEdge, right] = [at, at]
    while (isSpace(leftEdge)) leftEdge--
    while (isSpace(right)) right++
    return !isEdge(leftEdge) && !isEdge(right)
  })
}

function nameOf({ type, attrs = {} }: Mark, text: string): string {
  if (type !== 'link') return type
  return attrs.href === text ? '' : `link ${attrs.href} ${attrs.title ?? ''}`
}
