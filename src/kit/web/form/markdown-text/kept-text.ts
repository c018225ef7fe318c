import type { Content } from './content.ts'
import { type Block, readMarkdown } from './read-markdown.ts'
import { writeBlock } from './write-markdown.ts'

/** A node of the editor, which stays the same object while it is not edited. */
type EditorNode = { toJSON(): unknown }
type KeptBlock = { readonly text: string; readonly at: number; readonly kind: string }

/**
 * The Markdown of a document that came from Markdown: each block that was not edited has its own characters, also the
 * blank lines around it; only the others are written again.
 */
export class KeptText {
  readonly blocks: readonly Block[]
  readonly #text: string
  readonly #rest: string
  readonly #feeds: string
  readonly #known = new WeakMap<EditorNode, KeptBlock>()
  readonly #equal = new Map<string, KeptBlock>()

  constructor(text: string) {
    this.#text = text
    const { blocks, rest } = readMarkdown(text)
    this.blocks = blocks
    this.#rest = rest
    this.#feeds = text.includes('\r\n') ? '\r\n' : '\n'
  }

  /** Notes which nodes of the editor the blocks became. */
  shownAs(nodes: readonly EditorNode[]): void {
    this.blocks.forEach(({ raw, node }, at) => {
      const shownNode = nodes[at]
      if (!shownNode) return
      const keptBlock = { text: raw, at, kind: node.type }
      this.#known.set(shownNode, keptBlock)
      this.#equal.set(JSON.stringify(shownNode.toJSON()), keptBlock)
    })
  }

  /** The Markdown of the nodes as they are now. */
  write(nodes: readonly EditorNode[]): string {
    const parts = nodes.map((node) => this.#part(node)).filter(({ text }) => text !== '')
    if (parts.length === this.blocks.length && parts.every(({ at }, index) => at === index)) return this.#text
    let text = ''
    parts.forEach((part, index) => {
      const before = parts[index - 1]
      const together = before === undefined ? part.at === 0 : before.at >= 0 && part.at === before.at + 1
      text += together ? this.blocks[part.at]!.gap : before ? '\n\n' : ''
      text += part.at < 0 ? apart(part, [before, parts[index + 1]]) : part.text
    })
    const isLast = parts.at(-1)?.at === this.blocks.length - 1
    const whole = text + (isLast ? this.#rest : '')
    return this.#feeds === '\n' ? whole : whole.replaceAll('\n', this.#feeds)
  }

  #part(node: EditorNode): KeptBlock {
    const knownBlock = this.#known.get(node)
    if (knownBlock) return knownBlock
    const json = node.toJSON() as Content
    const keptBlock = this.#equal.get(JSON.stringify(json)) ?? { text: writeBlock(json), at: -1, kind: json.type }
    this.#known.set(node, keptBlock)
    return keptBlock
  }
}

/** The text of a written block between others: beside a list of its kind a list has another mark, or both would be one. */
function apart({ text, kind }: KeptBlock, beside: readonly (KeptBlock | undefined)[]): string {
  const takenMarks = beside.map((one) =>
    one?.kind === kind ? /^(?:[-*+]|\d{1,9}[.)])/.exec(one.text)?.[0].at(-1) : undefined,
  )
  const free = (marks: readonly string[]) => marks.find((mark) => !takenMarks.includes(mark)) ?? ''
  if (kind === 'bulletList') return text.replace(/^-/gm, free(['-', '*', '+']))
  if (kind === 'orderedList') return text.replace(/^(\d{1,9})\./gm, `$1${free(['.', ')'])}`)
  return text
}
