import type { Database } from '#kit/server/database.ts'
import en from '../../messages/report.en.json' with { type: 'json' }
import { findWatermarks } from '../watermark-routes.ts'
import type { ReportInput } from './read-report.ts'
import { reportText, reportTime } from './report-format.ts'
import type { ReportPart } from './report-parts.ts'

/** The section about high watermarks. */
export async function watermarkPart(db: Database, { accountId, deployment, zone }: ReportInput): Promise<ReportPart> {
  const time = reportTime(zone)
  const found = await findWatermarks(db, accountId, deployment.name)
  const rows = found.map(({ name, value, unit, lastUpdate, source }) => [
    name,
    watermarkText(value, unit),
    lastUpdate === null ? '' : time(Date.parse(lastUpdate)),
    source,
  ])
  const columns = [en.columns.name, en.value, en.columns.date, en.columns.source]
  return { tables: [{ title: en.tables.watermarks, columns, rows, query: null }] }
}

function watermarkText(value: number | null, unit: string): string {
  if (value === null) return en.missing
  return unit === 'percent' ? reportText(value, 'percent') : `${Number(value.toPrecision(6))} ${unit}`
}
