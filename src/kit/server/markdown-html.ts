import type { Tokens } from 'marked'
import { markdownReader } from '#kit/markdown/markdown-reader.ts'
import { Html, html } from './html.ts'

const LINK = /^(?:https?:\/\/|mailto:)/i

/**
 * Turns Markdown (GFM) into HTML that mail programs show: no scripts, styles or forms; HTML in it is text, a picture is
 * its description. Links go to http, https and mailto addresses; a path of the portal is completed with `base`, the
 * address of the portal without a slash at its end; any other address is left out and its text stays.
 */
export function markdownHtml(markdown: string, base: string): Html {
  const parseMarkdown = markdownReader({
    breaks: true,
    renderer: {
      // Without the language, which would be an attribute.
      code: ({ text }: Tokens.Code) =>
        html`<pre><code>${text}
</code></pre>
`.text,
      html: ({ text }: Tokens.HTML | Tokens.Tag) => html`${text}`.text,
      image: ({ text }: Tokens.Image) => html`${text}`.text,
      link({ href, tokens }: Tokens.Link) {
        const content = new Html(this.parser.parseInline(tokens))
        const address = addressOf(href, base)
        return address === undefined ? content.text : html`<a href="${address}">${content}</a>`.text
      },
    },
  })
  return new Html(parseMarkdown.parse(markdown) as string)
}

function addressOf(href: string, base: string): string | undefined {
  if (/^\/(?![/\\])/.test(href)) return base + href
  return LINK.test(href) ? href : undefined
}
