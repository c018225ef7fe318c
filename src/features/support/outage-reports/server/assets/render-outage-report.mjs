// A worker: makes a PDF of the report in `workerData` and posts its bytes. The same report gives the same bytes.
import { parentPort, workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'

const { heading, lines, madeAt, sections } = workerData
const MARGIN = 56
const INDENT = 14
const made = new Date(madeAt)
const info = { Title: heading, Author: 'Headend', CreationDate: made, ModDate: made }
const doc = new PDFDocument({
  ...{ size: 'A4', margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN } },
  ...{ info, lang: 'en', tagged: true, displayTitle: true },
})
const parts = []
doc.on('data', (part) => parts.push(part))
doc.on('end', () => parentPort.postMessage(Buffer.concat(parts)))

const width = doc.page.width - 2 * MARGIN
font(true, 20).text(heading, MARGIN, doc.y, { width })
doc.moveDown(0.3)
for (const [index, line] of lines.entries())
  font(index < 2, 10.5, index < 2 ? '#1c2430' : '#55606f').text(line, { width })
doc.moveDown(0.6)
doc
  .moveTo(MARGIN, doc.y)
  .lineTo(MARGIN + width, doc.y)
  .lineWidth(0.75)
  .strokeColor('#c9d0da')
  .stroke()

for (const { title, blocks } of sections) {
  if (doc.y + 80 > doc.page.height - MARGIN) doc.addPage()
  doc.moveDown(1)
  font(true, 13).text(title, MARGIN, doc.y, { width })
  doc.outline.addItem(title)
  doc.moveDown(0.25)
  for (const block of blocks) paragraph(block)
}
doc.end()

function paragraph({ runs, mark, depth }) {
  const left = MARGIN + depth * INDENT
  font(false, 10)
  if (mark && doc.y + doc.currentLineHeight() > doc.page.height - MARGIN) doc.addPage()
  const top = doc.y
  if (mark) {
    doc.text(mark, left - INDENT, top, { width: INDENT, lineBreak: false })
    doc.y = top
  }
  doc.x = left
  for (const [index, { text, bold }] of runs.entries())
    font(bold, 10).text(text, { width: width - depth * INDENT, continued: index < runs.length - 1, lineGap: 1.5 })
  doc.x = MARGIN
  doc.moveDown(0.3)
}

function font(bold, size, colour = '#1c2430') {
  return doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(colour)
}
