import { availabilityOf } from '#features/support/sla/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { reportTexts } from '../../texts.ts'
import type { ReportedOutage } from './read-cases.ts'
import { readHours, stripQuery } from './read-hours.ts'
import type { ReportInput } from './read-report.ts'
import { reportText, reportTime, sentence } from './report-format.ts'
import { countOf, figureOf, type ReportPart, tableOf } from './report-parts.ts'

const MINUTE_MS = 60_000

/** The availability in percent of all outages; null where the number of modems is missing. */
export type Availability = { readonly part: ReportPart; readonly blended: string | null; readonly lost: number }

/** The section about availability: by the hour, in three views, and its outages. */
export async function availabilityPart(
  db: Database,
  input: ReportInput,
  {
    outages: known,
    modems,
  }: { readonly outages: readonly ReportedOutage[] | undefined; readonly modems: number | null },
): Promise<Availability> {
  const { from, to, zone } = input
  const outages = known ?? []
  const time = reportTime(zone)
  const total = Math.round(modems ?? 0) * Math.floor((to - from) / MINUTE_MS)
  const lostIn = (counts: (outage: ReportedOutage) => boolean) =>
    outages.filter(counts).reduce((sum, { minutes, modems: affected }) => sum + minutes * affected, 0)
  const view = (counts: (outage: ReportedOutage) => boolean) => (known ? availabilityOf(total, lostIn(counts)) : null)
  const percentFigure = (label: keyof typeof reportTexts.figures, percent: string | null) =>
    figureOf(input, label, {
      text: percent === null ? reportTexts.missing : `${percent} %`,
      value: percent === null ? null : Number(percent),
    })
  const blendedAvailability = view(() => true)
  const lostMinutes = lostIn(() => true)
  const strip = await readHours(db, input)
  const part = {
    sentences: [...(known ? [] : [sentence('hiddenOutages')]), ...(strip.length > 0 ? [sentence('strip')] : [])],
    figures: [
      percentFigure(
        'availabilityVendor',
        view(({ isVendorIssue }) => isVendorIssue === true),
      ),
      percentFigure(
        'availabilityNonVendor',
        view(({ isVendorIssue }) => isVendorIssue !== true),
      ),
      percentFigure('availabilityBlended', blendedAvailability),
      ...(known ? [countOf(input, 'outages', outages.length), countOf(input, 'outageMinutes', lostMinutes)] : []),
    ],
    tables: [
      ...tableOf(
        'strip',
        ['day', 'hours'],
        strip.map(({ day, hours }) => [day, hours]),
        stripQuery,
      ),
      ...tableOf(
        'outages',
        ['case', 'start', 'minutes', 'modems', 'vendorIssue'],
        outages.map(({ key, start, minutes, modems: affected, isVendorIssue }) => [
          ...[key, time(start), reportText(minutes, 'count'), reportText(affected, 'count')],
          isVendorIssue === null ? reportTexts.unknown : isVendorIssue ? reportTexts.yes : reportTexts.no,
        ]),
      ),
    ],
  }
  return { part, blended: blendedAvailability, lost: lostMinutes }
}
