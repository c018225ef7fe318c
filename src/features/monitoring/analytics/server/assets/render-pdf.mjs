// A worker: makes a PDF of the technical report in `workerData` and posts its bytes. The same report gives the same bytes.
import { parentPort, workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'

const report = workerData
const heading = `${report.title}: ${report.account}, ${report.deployment}`
const made = new Date(report.to)
const info = { Title: plain(heading), Author: 'Headend', CreationDate: made, ModDate: made }
const doc = new PDFDocument({ size: 'A4', margin: 48, info, lang: 'en', tagged: true, displayTitle: true })
const parts = []
doc.on('data', (part) => parts.push(part))
doc.on('end', () => parentPort.postMessage(Buffer.concat(parts)))

const width = doc.page.width - 96
text(heading, { size: 20, bold: true })
for (const { number, title, sentences, figures, tables } of report.sections) {
  ensureSpace(90)
  doc.moveDown(0.8)
  text(`${number} ${title}`, { size: 14, bold: true })
  doc.outline.addItem(plain(title))
  for (const sentence of sentences) text(sentence)
  for (const figure of figures) {
    row([figure.label, figure.text], [0.45, 0.55])
    if (figure.query) text(figure.query, { size: 7, colour: '#55606f' })
  }
  for (const { title, columns, rows, query } of tables) {
    ensureSpace(60)
    doc.moveDown(0.4)
    text(title, { size: 11, bold: true })
    if (query) text(query, { size: 7, colour: '#55606f' })
    const shares = columns.map(() => 1 / columns.length)
    row(columns, shares, true)
    for (const cells of rows) row(cells, shares)
  }
}
doc.end()

function text(content, { size = 10, bold = false, colour = '#1c2430' } = {}) {
  doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(colour)
  doc.text(plain(content), 48, doc.y, { width })
}

function row(cells, shares, bold = false) {
  doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(9)
    .fillColor('#1c2430')
  const widths = shares.map((share) => share * width - 6)
  const height = Math.max(...cells.map((cell, index) => doc.heightOfString(plain(cell), { width: widths[index] })))
  ensureSpace(height + 4)
  const top = doc.y
  let left = 48
  for (const [index, cell] of cells.entries()) {
    doc.text(plain(cell), left, top, { width: widths[index] })
    left += shares[index] * width
  }
  doc.y = top + height + 3
}

function ensureSpace(height) {
  if (doc.y + height > doc.page.height - 48) doc.addPage()
}

/** The standard fonts have the characters of Windows-1252: others lose their accents, or are a question mark. */
function plain(content) {
  return String(content)
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa0-\xff–—…]/gu, (one) => {
      const base = { '−': '-', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' }[one] ?? one.normalize('NFD').charAt(0)
      return /[\x20-\x7e\xa0-\xff]/.test(base) ? base : '?'
    })
}
