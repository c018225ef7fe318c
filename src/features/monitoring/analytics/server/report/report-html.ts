import { html } from '#kit/server/html.ts'
import type { ReportFigure, ReportSection, ReportTable, TecReport } from '../../contract.ts'

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2430}
h1{font-size:1.6rem}h2{margin-top:2rem;border-bottom:1px solid #c8ced8}table{border-collapse:collapse;margin:.5rem 0 1rem}
th,td{text-align:start;padding:.25rem .75rem;border-bottom:1px solid #dde2ea}code{color:#55606f;font-size:.8rem;overflow-wrap:anywhere}`

/** The technical report as a page that stands alone. */
export function reportHtml({ title, account, deployment, sections }: TecReport): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}: ${account}, ${deployment}</title><style>${style}</style></head>
<body><h1>${title}: ${account}, ${deployment}</h1>${sections.map(sectionHtml)}</body></html>
`
  return page.text
}

function sectionHtml({ number, title, sentences, figures, tables }: ReportSection) {
  return html`<section><h2>${String(number)} ${title}</h2>
${sentences.map((text) => html`<p>${text}</p>`)}
${figures.length > 0 ? html`<table>${figures.map(figureHtml)}</table>` : ''}
${tables.map(tableHtml)}</section>
`
}

function figureHtml({ label, text, query }: ReportFigure) {
  return html`<tr><th scope="row">${label}</th><td>${text}</td><td>${query ? html`<code>${query}</code>` : ''}</td></tr>
`
}

function tableHtml({ title, columns, rows, query }: ReportTable) {
  return html`<h3>${title}</h3>${query ? html`<code>${query}</code>` : ''}
<table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>
`
}
