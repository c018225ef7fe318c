const knownElements = new Set(
  'a abbr article aside b blockquote body br code dd del div dl dt em figure footer h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins li link main mark meta nav object ol p pre s script section small span strike strong style sub sup svg table tbody td template textarea tfoot th thead title tr u ul video'.split(
    ' ',
  ),
)
/** Elements whose content is no text of the message. */
const silentElements = new Set('head iframe object script style svg template textarea title video'.split(' '))
const around: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
  code: '`',
}
const before: Readonly<Record<string, string>> = {
  br: '\n',
  hr: '\n\n---\n\n',
  li: '\n- ',
  blockquote: '\n\n> ',
  pre: '\n\n```\n',
  h1: '\n\n# ',
  h2: '\n\n## ',
  h3: '\n\n### ',
  h4: '\n\n#### ',
  h5: '\n\n#### ',
  h6: '\n\n#### ',
  td: ' ',
  th: ' ',
  tr: '\n',
}
const blocks = new Set('article blockquote dd div dl dt figure h1 h2 h3 h4 h5 h6 ol p section table ul'.split(' '))
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }
const tag = /<(\/?)([a-zA-Z][a-zA-Z0-9]{0,15})((?:\s[^<>]{0,4000})?)\/?>/g

/**
 * Reduces HTML to Markdown: marks, lists, quotes, code and links stay, every other element leaves its text, scripts and
 * styles nothing. Text without an element of HTML outside of code is Markdown already.
 */
export function htmlToMarkdown(html: string): string {
  if (!isHtml(html)) return html.replaceAll('\r\n', '\n').trim()
  const text = withoutComments(html)
  const out: string[] = []
  const links: string[] = []
  let hiddenElement: string | null = null
  let at = 0
  for (const match of text.matchAll(tag)) {
    if (hiddenElement === null) out.push(plainText(text.slice(at, match.index)))
    at = match.index + match[0].length
    const name = match[2]!.toLowerCase()
    const closing = match[1] === '/'
    if (hiddenElement !== null) {
      if (closing && name === hiddenElement) hiddenElement = null
      continue
    }
    if (silentElements.has(name) && !closing) hiddenElement = name
    else if (name === 'a') out.push(closing ? (links.pop() ?? '') : openLink(match[3] ?? '', links))
    else if (closing) out.push(name === 'pre' ? '\n```\n\n' : (around[name] ?? (blocks.has(name) ? '\n\n' : '')))
    else out.push(before[name] ?? around[name] ?? '')
  }
  if (hiddenElement === null) out.push(plainText(text.slice(at)))
  return out
    .join('')
    .replace(/[ \t]{1,200}\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function withoutComments(text: string): string {
  const [first = '', ...rest] = text.split('<!--')
  return [first, ...rest.map((part) => part.slice(part.includes('-->') ? part.indexOf('-->') + 3 : part.length))].join(
    '',
  )
}

function isHtml(text: string): boolean {
  const outsideCode = text.replace(/```[\s\S]{0,40000}?```|`[^`\n]{1,2000}`/g, '')
  for (const [, , name] of outsideCode.matchAll(tag)) if (name && knownElements.has(name.toLowerCase())) return true
  return false
}

/** Only addresses of the web and of mail stay links. */
function openLink(attributes: string, links: string[]): string {
  const address = /\shref\s{0,5}=\s{0,5}(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/i.exec(attributes)
  const href = decodeEntities(address?.[1] ?? address?.[2] ?? address?.[3] ?? '').trim()
  const isLink = /^(?:https?:\/\/|mailto:)[^\s<>()]{1,2000}$/i.test(href)
  links.push(isLink ? `](${href})` : '')
  return isLink ? '[' : ''
}

function plainText(text: string): string {
  return decodeEntities(text.replace(/\s{1,400}/g, ' '))
}

function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,5});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
