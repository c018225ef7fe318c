import type { ReportFigure, ReportSection, ReportTable } from '../../contract.ts'
import { reportTexts } from '../../texts.ts'
import type { Column, ReportInput } from './read-report.ts'
import { reportText } from './report-format.ts'

/** What a section has besides its number and title. */
export type ReportPart = Partial<Pick<ReportSection, 'sentences' | 'figures' | 'tables'>>

/** A figure of the portal's own data, with the time for which it was read. */
export function figureOf(
  { to }: Pick<ReportInput, 'to'>,
  label: keyof typeof reportTexts.figures,
  { text, value = null }: { readonly text: string; readonly value?: number | null },
): ReportFigure {
  return { label: reportTexts.figures[label], text, value, query: null, readFor: new Date(to).toISOString() }
}

/** A number of things. */
export function countOf(
  input: Pick<ReportInput, 'to'>,
  label: keyof typeof reportTexts.figures,
  value: number,
): ReportFigure {
  return figureOf(input, label, { text: reportText(value, 'count'), value })
}

/** A table; none where it has no rows. */
export function tableOf(
  title: keyof typeof reportTexts.tables,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  query: string | null = null,
): ReportTable[] {
  if (rows.length === 0) return []
  const table = {
    title: reportTexts.tables[title],
    columns: columns.map((column) => reportTexts.columns[column]),
    query,
  }
  return [{ ...table, rows: rows.map((row) => [...row]) }]
}
