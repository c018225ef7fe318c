import type { AnnouncedWork } from '#features/calendar/events/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { reportTexts } from '../../texts.ts'
import { readWork } from './read-outside.ts'
import type { ReportInput } from './read-report.ts'
import { reportTime, sentence } from './report-format.ts'
import { type ReportPart, tableOf } from './report-parts.ts'

/** The section about maintenance: done in the period, and announced for the 14 days after it. */
export async function workPart(db: Database, input: ReportInput): Promise<ReportPart> {
  const work = await readWork(db, input)
  if (!work) return { sentences: [sentence('hidden')] }
  const time = reportTime(input.zone)
  const table = (title: keyof typeof reportTexts.tables, rows: readonly AnnouncedWork[]) =>
    tableOf(
      title,
      ['subject', 'start', 'end'],
      rows.map(({ subject, from, to }) => [subject, time(from.getTime()), time(to.getTime())]),
    )
  return {
    sentences: [
      ...(work.done.length === 0 ? [sentence('noWork')] : []),
      ...(work.next.length === 0 ? [sentence('noNextWork')] : []),
    ],
    tables: [...table('workDone', work.done), ...table('workNext', work.next)],
  }
}
