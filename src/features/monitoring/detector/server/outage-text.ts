import { fillText } from '#kit/contract/problem.ts'
import en from '../messages/server.en.json' with { type: 'json' }
import { figuresOf, type OpenOutage } from './rules/detector-state.ts'

const MINUTE_MS = 60_000
const SHOWN = 40

/** The subject and the description of the case of an outage: what was measured, and by which rule. */
export function outageText(
  outage: OpenOutage,
  deployment: string,
  end?: number,
): { subject: string; description: string } {
  const { scope, cluster, segments, start, lastGood, detected } = outage
  const count = segments.length
  const names = [...segments].sort()
  const shown = names.slice(0, SHOWN).join(', ')
  const [segment = ''] = names
  const subject =
    scope === 'cluster'
      ? fillText(en.subjectCluster, { cluster, count })
      : fillText(count === 1 ? en.subjectSegment : en.subjectSegments, { segment, cluster, count })
  const times = { start: timeOf(start), good: lastGood === null ? '' : timeOf(lastGood) }
  const lines = [
    fillText(lastGood === null ? en.start : en.startEstimated, times),
    ...(end === undefined ? [] : [fillText(en.end, { end: timeOf(end) })]),
    fillText(en.modems, { count: figuresOf(outage, end).totalCmsAffected }),
    fillText(en.segments, {
      names: count > SHOWN ? fillText(en.more, { names: shown, count: count - SHOWN }) : shown,
    }),
  ]
  const found = fillText(en.found, { deployment, detected: timeOf(detected) })
  return { subject: subject.slice(0, 250), description: `${found}\n\n${lines.join('\n')}` }
}

function timeOf(minute: number): string {
  return new Date(minute * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')
}
