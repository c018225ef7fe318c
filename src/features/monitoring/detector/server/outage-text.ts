import { fillText } from '#kit/contract/problem.ts'
import { serverTexts } from '../texts.ts'
import { figuresOf, type OpenOutage } from './rules/detector-state.ts'

const MINUTE_MS = 60_000
const SHOWN = 40

/** The subject and the description of the case of an outage: what was measured, and by which rule. */
export function outageText(
  outage: OpenOutage,
  deployment: string,
  end?: number,
): { subject: string; description: string } {
  const { scope, cluster, segments, start, lastGood, detected: detectedAt } = outage
  const count = segments.length
  const names = [...segments].sort()
  const shownNames = names.slice(0, SHOWN).join(', ')
  const [segment = ''] = names
  const subject =
    scope === 'cluster'
      ? fillText(serverTexts.subjectCluster, { cluster, count })
      : fillText(count === 1 ? serverTexts.subjectSegment : serverTexts.subjectSegments, { segment, cluster, count })
  const times = { start: timeOf(start), good: lastGood === null ? '' : timeOf(lastGood) }
  const lines = [
    fillText(lastGood === null ? serverTexts.start : serverTexts.startEstimated, times),
    ...(end === undefined ? [] : [fillText(serverTexts.end, { end: timeOf(end) })]),
    fillText(serverTexts.modems, { count: figuresOf(outage, end).totalCmsAffected }),
    fillText(serverTexts.segments, {
      names: count > SHOWN ? fillText(serverTexts.more, { names: shownNames, count: count - SHOWN }) : shownNames,
    }),
  ]
  const introduction = fillText(serverTexts.found, { deployment, detected: timeOf(detectedAt) })
  return { subject: subject.slice(0, 250), description: `${introduction}\n\n${lines.join('\n')}` }
}

function timeOf(minute: number): string {
  return new Date(minute * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')
}
