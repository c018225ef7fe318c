import { inflateSync } from 'node:zlib'

/** The text of a PDF with standard fonts, without spaces: its lines break anywhere. */
export function textOfPdf(pdf: Buffer): string {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/stream\r?\n/g)].map(({ 0: { length }, index }) => {
    const start = index + length
    return pdf.subarray(start, source.indexOf('endstream', start))
  })
  const pages = streams.flatMap((stream) => {
    try {
      return inflateSync(stream).toString('latin1')
    } catch {
      return []
    }
  })
  const shown = [...pages.join('\n').matchAll(/<([0-9a-f]+)>/g)]
  // An en dash is byte 0x96 of Windows-1252.
  const text = Buffer.from(shown.map(([, hex]) => hex).join(''), 'hex').toString('latin1')
  return text.replaceAll('\u0096', '–').replaceAll(/\s/g, '')
}
