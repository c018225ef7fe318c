const printable = /[\n\x20-\x7e\xa0-\xff–—…•‘’“”]/
const without: Readonly<Record<string, string>> = { '−': '-', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', '→': '->', '\t': ' ' }

/** Text in the characters of the standard fonts of PDF (Windows-1252): others lose their accents, or are a question mark. */
export function standardFontText(content: string): string {
  return Array.from(content.normalize('NFC'), (one) => {
    if (printable.test(one)) return one
    const base = without[one] ?? one.normalize('NFD').charAt(0)
    return printable.test(base.charAt(0)) ? base : '?'
  }).join('')
}
