import DOMPurify from 'dompurify'
import { markdownReader } from '#kit/markdown/markdown-reader.ts'
import { type DirectHosts, leavingAddress } from '../links/leaving-address.ts'

const markdown = markdownReader({
  breaks: true,
  // HTML inside Markdown is shown as text.
  renderer: { html: ({ text }) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`) },
})
const purify = DOMPurify(window)
let direct: DirectHosts = { own: location.host, trusted: [] }

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node instanceof HTMLAnchorElement) {
    node.rel = 'noopener noreferrer nofollow'
    if (node.href !== '' && node.host !== location.host) node.target = '_blank'
    // `href` is the address as the browser reads it, whatever was written.
    const leaving = leavingAddress(node.href, direct)
    if (leaving !== null) node.setAttribute('href', leaving)
  }
  if (node instanceof HTMLImageElement) {
    if (!isOwnAttachment(node.getAttribute('src'))) node.replaceWith(node.alt)
    else node.loading = 'lazy'
  }
})

/**
 * Turns Markdown into HTML that is safe to show: no scripts, no styles, no forms, no pictures from elsewhere, links to
 * other hosts than the trusted ones over the leaving page.
 */
export function markdownHtml(text: string, trustedHosts: readonly string[]): string {
  direct = { own: location.host, trusted: trustedHosts }
  return purify.sanitize(markdown.parse(text) as string, {
    ALLOWED_TAGS: [
      'p',
      'br',
      'strong',
      'em',
      'del',
      'code',
      'pre',
      'a',
      'ul',
      'ol',
      'li',
      'blockquote',
      'h1',
      'h2',
      'h3',
      'h4',
      'hr',
      'img',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ],
    ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?!\/)|#)/i,
  })
}

/** Pictures come from the portal alone, so that reading a comment is not revealed to outside servers. */
function isOwnAttachment(source: string | null): boolean {
  return source?.startsWith('/api/') ?? false
}
