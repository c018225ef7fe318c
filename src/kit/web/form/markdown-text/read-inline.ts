import type { Token, Tokens } from 'marked'
import type { Content, Mark } from './content.ts'

const marks: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic', del: 'strike' }

/** The nodes of the text of a block; null when it has something that the editor has no form of. */
export function readInline(tokens: readonly Token[], around: readonly Mark[] = []): Content[] | null {
  const nodes: Content[] = []
  for (const token of tokens) {
    const read = readToken(token, around)
    if (read === null) return null
    nodes.push(...read)
  }
  return nodes
}

function readToken(token: Token, around: readonly Mark[]): Content[] | null {
  const mark = marks[token.type]
  if (mark) return readInline((token as Tokens.Strong).tokens, [...around, { type: mark }])
  switch (token.type) {
    case 'text':
    case 'escape': {
      const { tokens } = token as Tokens.Text
      return tokens ? readInline(tokens, around) : textNodes(unescapeText((token as Tokens.Text).text), around)
    }
    case 'codespan':
      return textNodes((token as Tokens.Codespan).text, [...around, { type: 'code' }])
    case 'br':
      return [withMarks({ type: 'hardBreak' }, around)]
    case 'link': {
      const { href, title, tokens } = token as Tokens.Link
      const link = { type: 'link', attrs: { href, ...(title ? { title } : {}) } }
      return readInline(tokens, [...around, link])
    }
    case 'image': {
      const { href, title, text } = token as Tokens.Image
      return [withMarks({ type: 'image', attrs: { src: href, alt: text, title: title || null } }, around)]
    }
    default:
      return null
  }
}

/** A line feed within a text is a break that shows as one, and is written as a line feed again. */
function textNodes(text: string, around: readonly Mark[]): Content[] {
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [withMarks({ type: 'hardBreak', attrs: { soft: true } }, around)] : []),
      ...(line ? [withMarks({ type: 'text', text: index > 0 ? line.trimStart() : line }, around)] : []),
    ])
}

function withMarks(node: Content, around: readonly Mark[]): Content {
  return around.length > 0 ? { ...node, marks: around } : node
}

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

/** The characters of a text: named and numeric references are read, as a browser does with the HTML. */
function unescapeText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name) return names[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
