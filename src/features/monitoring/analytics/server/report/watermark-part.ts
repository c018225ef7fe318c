import type { Database } from '#kit/server/database.ts'
import { reportTexts } from '../../texts.ts'
import { findWatermarks } from '../watermark-routes.ts'
import type { ReportInput } from './read-report.ts'
import { reportText, reportTime } from './report-format.ts'
import type { ReportPart } from './report-parts.ts'

/** The section about high watermarks. */
export async function watermarkPart(db: Database, { accountId, deployment, zone }: ReportInput): Promise<ReportPart> {
  const time = reportTime(zone)
  const watermarks = await findWatermarks(db, accountId, deployment.name)
  const rows = watermarks.map(({ name, value, unit, lastUpdate, source }) => [
    name,
    watermarkText(value, unit),
    lastUpdate === null ? '' : time(Date.parse(lastUpdate)),
    source,
  ])
  const columns = [reportTexts.columns.name, reportTexts.value, reportTexts.columns.date, reportTexts.columns.source]
  return { tables: [{ title: reportTexts.tables.watermarks, columns, rows, query: null }] }
}

function watermarkText(value: number | null, unit: string): string {
  if (value === null) return reportTexts.missing
  return unit === 'percent' ? reportText(value, 'percent') : `${Number(value.toPrecision(6))} ${unit}`
}
