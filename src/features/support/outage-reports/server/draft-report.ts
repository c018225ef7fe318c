import type { Outage, OutageEntry } from '#features/support/outages/contract.ts'
import { reasonText } from '#features/support/outages/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { timeInZone } from '#kit/server/time-in-zone.ts'
import { LONGEST_SECTION, type ReportTexts } from '../contract.ts'
import { serverTexts } from '../texts.ts'

/** What the account can read of its outage. Internal entries and R&D texts are other types: they cannot be passed. */
export type PublicOutage = {
  readonly outage: Outage
  /** Of the case, as the customer reads it. */
  readonly description: string
  /** Oldest first. */
  readonly entries: readonly OutageEntry[]
  readonly timeZone: string
}

/** The first draft of a report, from what the account can read anyway. */
export function draftReport({ outage, description, entries, timeZone }: PublicOutage): ReportTexts {
  const { subject, accountDisplayName: account, deployment, totalCmsAffected: count } = outage
  const at = (moment: string) => timeInZone(moment, timeZone)
  const texts: ReportTexts = {
    what: [`**${subject}**`, description].filter((text) => text.trim() !== '').join('\n\n'),
    who: list([
      fillText(serverTexts.affected, { account }),
      deployment && fillText(serverTexts.deployment, { deployment }),
      count > 0 && fillText(serverTexts.modems, { count: count.toLocaleString('en-GB') }),
    ]),
    times: [
      list([
        fillText(serverTexts.start, { at: at(outage.started) }),
        outage.ended && fillText(serverTexts.end, { at: at(outage.ended) }),
        fillText(serverTexts.lasted, { minutes: outage.outageTime }),
      ]),
      fillText(serverTexts.zone, { zone: timeZone }),
    ].join('\n\n'),
    cause: outage.reason === 'unknown' ? '' : reasonText(outage.reason),
    actions: list(entries.map((entry) => `**${at(entry.at)}** ${entry.body.trim().replaceAll('\n', '\n  ')}`)),
    prevention: outage.planOfAction,
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.slice(0, LONGEST_SECTION)]),
  ) as ReportTexts
}

function list(lines: readonly (string | false | null)[]): string {
  return lines
    .filter(Boolean)
    .map((line) => `- ${line}`)
    .join('\n')
}
