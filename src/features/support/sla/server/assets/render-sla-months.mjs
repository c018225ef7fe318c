// A worker: makes a PDF of each month in `workerData` and posts their bytes in this order. The same month gives the same bytes.
import { parentPort, workerData } from 'node:worker_threads'
import PDFDocument from 'pdfkit'

const MARGIN = 48
const ROW = 16
const [INK, QUIET, LINE] = ['#1c2430', '#55606f', '#c9d0da']

parentPort.postMessage(await Promise.all(workerData.map(render)))

function render({ heading, lines, madeAt, tables }) {
  const made = new Date(madeAt)
  const info = { Title: heading, Author: 'Headend', CreationDate: made, ModDate: made }
  const doc = new PDFDocument({
    ...{ size: 'A4', margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN } },
    ...{ info, lang: 'en', displayTitle: true },
  })
  const parts = []
  doc.on('data', (part) => parts.push(part))
  const bytes = new Promise((resolve) => doc.on('end', () => resolve(Buffer.concat(parts))))
  const width = doc.page.width - 2 * MARGIN
  font(doc, true, 20).text(heading, MARGIN, doc.y, { width })
  doc.moveDown(0.3)
  for (const [index, line] of lines.entries())
    font(doc, index === 0, 10, index === 0 ? INK : QUIET).text(line, { width })
  for (const table of tables) drawTable(doc, table, width)
  doc.end()
  return bytes
}

function drawTable(doc, { title, columns, rows, empty }, width) {
  doc.moveDown(1.2)
  newPageFor(doc, 3 * ROW)
  font(doc, true, 13).text(title, MARGIN, doc.y, { width })
  doc.outline.addItem(title)
  doc.moveDown(0.4)
  if (rows.length === 0) return font(doc, false, 10).text(empty, { width })
  drawRow(doc, { columns, cells: columns.map(({ label }) => label), width, head: true })
  for (const cells of rows) {
    if (newPageFor(doc, ROW)) drawRow(doc, { columns, cells: columns.map(({ label }) => label), width, head: true })
    drawRow(doc, { columns, cells, width, head: false })
  }
  doc.x = MARGIN
}

function drawRow(doc, { columns, cells, width, head }) {
  const share = width / columns.reduce((sum, column) => sum + column.width, 0)
  const top = doc.y
  font(doc, head, 8, head ? QUIET : INK)
  let left = MARGIN
  for (const [index, column] of columns.entries()) {
    const available = column.width * share - 6
    const options = {
      width: available,
      height: ROW,
      lineBreak: false,
      ellipsis: true,
      align: column.right ? 'right' : 'left',
    }
    doc.text(cells[index], left, top + 4, options)
    left += column.width * share
  }
  doc
    .moveTo(MARGIN, top + ROW)
    .lineTo(MARGIN + width, top + ROW)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
  doc.y = top + ROW
}

function newPageFor(doc, height) {
  if (doc.y + height <= doc.page.height - MARGIN) return false
  doc.addPage()
  return true
}

function font(doc, bold, size, colour = INK) {
  return doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(colour)
}
