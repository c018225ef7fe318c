import type { SampleBatch } from './sample-batch.ts'
import type { Labels } from './series-labels.ts'
import { throwUnreadable } from './unreadable.ts'

/** How the two text formats differ. */
type TextForm = { readonly isOpenMetrics: boolean }

/** Lines, and characters of one, between which the work can be interrupted. */
const LINES = 100
const CHARACTERS = 100_000

/**
 * Reads the Prometheus text format 0.0.4 (times in milliseconds) or OpenMetrics 1.0 (times in seconds, exemplars, an end
 * mark). A line that is no sample rejects the whole text, as does a text that is cut short. TYPE is ignored: public
 * exporters declare gauges as counters.
 */
export function* parseText(text: string, batch: SampleBatch, form: TextForm): Generator<void, void> {
  if (form.isOpenMetrics ? !/(^|\n)# EOF\n?$/.test(text.slice(-8)) : text !== '' && !text.endsWith('\n'))
    throwUnreadable('it is cut short')
  let number = 0
  for (let from = 0; from < text.length; ) {
    const lineEnd = text.indexOf('\n', from)
    const end = lineEnd < 0 ? text.length : lineEnd
    number += 1
    if (number % LINES === 0) yield
    const line = text.slice(from, end)
    from = end + 1
    if (line === '' || line.startsWith('#') || /^\s*$/.test(line)) continue
    if (!(yield* addLine(line, batch, form))) throwUnreadable(`line ${number} is not a sample`)
  }
}

function* addLine(line: string, batch: SampleBatch, { isOpenMetrics }: TextForm): Generator<void, boolean> {
  const end = yield* seriesEnd(line)
  if (end < 0) return false
  const key = line.slice(0, end)
  const exemplarStart = isOpenMetrics ? line.indexOf(' # ', end) : -1
  const [valueText = '', time, ...rest] = line
    .slice(end, exemplarStart < 0 ? undefined : exemplarStart)
    .trim()
    .split(/[ \t]+/)
  const value = numberOf(valueText)
  const at = time === undefined ? undefined : numberOf(time)
  if (value === undefined || (time !== undefined && at === undefined) || rest.length > 0) return false
  const labels = batch.find(key, () => labelsOf(key) ?? [])
  batch.add(labels, { at: at === undefined ? undefined : Math.round(isOpenMetrics ? at * 1000 : at), value })
  return true
}

/** The index behind the name and its labels; -1 when a brace or quote is not closed. */
function* seriesEnd(line: string): Generator<void, number> {
  const brace = line.indexOf('{')
  const space = line.search(/[ \t]/)
  if (brace < 0 || (space >= 0 && space < brace && line.slice(space, brace).trim() !== '')) return space
  let isQuoted = false
  for (let index = brace; index < line.length; index += 1) {
    if (index % CHARACTERS === 0) yield
    const character = line[index]
    if (isQuoted && character === '\\') index += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (character === '}' && !isQuoted) return index + 1
  }
  return -1
}

const pair = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,|$)/y

/** The labels of `name{label="value",…}`; undefined when it has another form. */
function labelsOf(series: string): Labels | undefined {
  const brace = series.indexOf('{')
  const name = (brace < 0 ? series : series.slice(0, brace)).trim()
  const labels: [string, string][] = [['__name__', name]]
  if (brace < 0) return labels
  const inside = series.slice(brace + 1, -1)
  pair.lastIndex = 0
  while (inside.slice(pair.lastIndex).trim() !== '') {
    const labelMatch = pair.exec(inside)
    if (!labelMatch) return undefined
    labels.push([labelMatch[1]!, unescapeText(labelMatch[2]!)])
  }
  return labels
}

function unescapeText(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
}

function numberOf(text: string): number | undefined {
  const value = Number(text)
  if (text !== '' && !Number.isNaN(value)) return value
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text)
  if (!special) return undefined
  if (special[2]!.toLowerCase() === 'nan') return Number.NaN
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}
