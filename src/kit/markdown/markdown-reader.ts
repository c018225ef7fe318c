import { Marked, type MarkedExtension, Tokenizer } from 'marked'

/**
 * Reads Markdown as CommonMark with the additions of GitHub. Every reader of Markdown comes from here: marked 18 throws
 * for a quote in a list that ends with the mark of an empty list (`- a`, `  > +`, `b`); such a quote is read as text, so
 * that no text keeps a page or a mail from being shown.
 */
export function markdownReader(options: MarkedExtension = {}): Marked {
  return new Marked({ gfm: true, async: false, ...options, tokenizer: { blockquote } })
}

function blockquote(this: Tokenizer, source: string): ReturnType<Tokenizer['blockquote']> {
  const { top } = this.lexer.state
  try {
    return Tokenizer.prototype.blockquote.call(this, source)
  } catch {
    this.lexer.state.top = top
    return undefined
  }
}
