import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document

/** Elements within each other; no program writes such a mail, and a parser takes quadratic time for them. */
const NESTED = 400
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl pre table blockquote'.split(' '))
const blocks = new Set([
  ...paragraphs,
  ...'div li tr dt dd hr address article aside center figure footer form header main nav section'.split(' '),
])
const unshownElements = new Set('head style script title template noscript textarea select svg math'.split(' '))

class NestedTooDeep extends Error {}

/**
 * The text of HTML: nothing of the markup is kept but what text can say: paragraphs, lists, cells, the addresses of
 * links. What the writer's program marked as a quoted mail has `>` before its lines, as in plain text. Undefined for
 * HTML that is nested deeper than that of any mail.
 */
export async function textOfHtml(markup: string): Promise<string | undefined> {
  const { defaultTreeAdapter, parse } = await import('parse5')
  let depth = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    onItemPush() {
      depth += 1
      if (depth > NESTED) throw new NestedTooDeep()
    },
    onItemPop() {
      depth -= 1
    },
  }
  const lines = new Lines()
  try {
    write(parse<DefaultTreeAdapterMap>(markup, { treeAdapter }), lines)
  } catch (failure) {
    if (failure instanceof NestedTooDeep) return undefined
    throw failure
  }
  return lines.text()
}

/** The depth is limited when the markup is parsed. */
function write(node: Node, lines: Lines, inCell = false): void {
  if (node.nodeName === '#text') lines.add((node as DefaultTreeAdapterTypes.TextNode).value)
  if (!('childNodes' in node)) return
  const element = 'tagName' in node ? node : undefined
  if (element && (unshownElements.has(element.tagName) || isHidden(element))) return
  if (element) lines.open(element, inCell)
  const isCell = inCell || (element !== undefined && isPlainCell(element))
  for (const child of node.childNodes) write(child, lines, isCell)
  if (element) lines.close(element, inCell)
}

class Lines {
  #lines: string[] = []
  #line = ''
  #isSpace = false
  #quotes = 0
  #kept = 0

  add(text: string): void {
    if (this.#kept > 0) {
      const [first = '', ...more] = text.replaceAll(/\r\n?/g, '\n').split('\n')
      this.#line += first
      for (const line of more) {
        this.#end()
        this.#line = line
      }
      return
    }
    for (const [, space, word] of text.matchAll(/([ \t\r\n\f\u00a0]+)|([^ \t\r\n\f\u00a0]+)/g)) {
      if (space !== undefined) this.#isSpace = true
      else {
        this.#line += this.#isSpace && this.#line !== '' ? ` ${word}` : word
        this.#isSpace = false
      }
    }
  }

  open(element: Element, inCell: boolean): void {
    const { tagName } = element
    if (tagName === 'br') inCell ? this.add(' ') : this.#end()
    else if (!inCell) this.#breakAt(tagName)
    if (isQuote(element)) this.#quotes += 1
    if (tagName === 'pre') this.#kept += 1
    if (tagName === 'li') this.#line = '- '
    if (/^t[dh]$/.test(tagName) && hasCellBefore(element)) this.add(' | ')
  }

  close(element: Element, inCell: boolean): void {
    const { tagName } = element
    if (tagName === 'a') this.#addAddress(element)
    if (inCell) this.add(' ')
    else if (blocks.has(tagName) && this.#line !== '') this.#end()
    if (tagName === 'pre') this.#kept -= 1
    if (isQuote(element)) this.#quotes -= 1
    if (!inCell) this.#breakAt(tagName)
  }

  text(): string {
    this.#breakAt('div')
    return this.#lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  }

  #addAddress(element: Element): void {
    const address = attribute(element, 'href').trim()
    if (!/^(?:https?|ftp):/i.test(address) || this.#line.endsWith(address)) return
    this.#line += ` <${address}>`
  }

  #breakAt(tagName: string): void {
    if (!blocks.has(tagName)) return
    if (this.#line !== '') this.#end()
    if (paragraphs.has(tagName) && this.#lines.at(-1) !== this.#mark().trimEnd()) this.#end()
  }

  #end(): void {
    this.#lines.push((this.#mark() + this.#line).trimEnd())
    this.#line = ''
    this.#isSpace = false
  }

  #mark(): string {
    return '> '.repeat(Math.min(this.#quotes, 3))
  }
}

/** As the programs mark a quoted mail; a block that is merely indented is text of the writer. */
function isQuote(element: Element): boolean {
  const className = attribute(element, 'class')
  if (/\byahoo_quoted\b/.test(className)) return true
  return (
    element.tagName === 'blockquote' && (attribute(element, 'type') === 'cite' || /\bgmail_quote\b/.test(className))
  )
}

function isHidden(element: Element): boolean {
  return /(?:^|[;\s])(?:display\s*:\s*none|mso-hide\s*:\s*all)/i.test(attribute(element, 'style'))
}

/** A cell with one block at most: tables of the layout have more. */
function isPlainCell({ tagName, childNodes }: Element): boolean {
  if (!/^t[dh]$/.test(tagName)) return false
  let contentCount = 0
  const waiting: Node[] = [...childNodes]
  for (let node = waiting.pop(); node && contentCount < 2; node = waiting.pop()) {
    if (/^(?:table|pre|ul|ol|blockquote)$/.test(node.nodeName)) return false
    if (blocks.has(node.nodeName)) contentCount += 1
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
  return contentCount < 2
}

function hasCellBefore(element: Element): boolean {
  return element.parentNode?.childNodes.find(({ nodeName }) => /^t[dh]$/.test(nodeName)) !== element
}

function attribute({ attrs }: Element, name: string): string {
  return attrs.find((one) => one.name === name)?.value ?? ''
}
