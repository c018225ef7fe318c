const blocks = /<\/?(?:p|div|br|tr|li|ul|ol|h[1-6]|table|pre)\b[^<>]{0,2000}>/gi
const hidden = ['style', 'script', 'head', 'title']
const quoted =
  /<blockquote\b[\s\S]*$|<div\b[^<>]{0,500}(?:class|id)\s*=\s*"?(?:gmail_quote|yahoo_quoted|divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION)[\s\S]*$/i
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of a mail that has HTML alone, up to the quoted mail. Nothing of the markup is kept. */
export function textOfHtml(markup: string): string {
  return hidden
    .reduce(withoutElement, markup)
    .replace(quoted, '')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replaceAll(blocks, '\n')
    .replaceAll(/<[^<>]{0,5000}>/g, '')
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => characterOf(name) ?? whole)
    .replaceAll(/\n{3,}/g, '\n\n')
}

/** The markup without the elements of a name; one that does not end takes the rest with it. */
function withoutElement(markup: string, name: string): string {
  const lower = markup.toLowerCase()
  const kept: string[] = []
  for (let at = 0; ; ) {
    const begin = lower.indexOf(`<${name}`, at)
    if (begin < 0) return kept.join('') + markup.slice(at)
    kept.push(markup.slice(at, begin))
    const end = lower.indexOf(`</${name}`, begin)
    if (end < 0) return kept.join('')
    at = lower.indexOf('>', end) + 1 || markup.length
  }
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined
}
