import type { SlaHours } from '../contract.ts'

type Weekly = SlaHours['weekly']
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const SPAN = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/

/** The spans of a day as text: `08:00-12:00, 13:00-17:00`. */
export function spansText(weekly: Weekly, day: number): string {
  return weekly
    .filter((span) => span.day === day)
    .map(({ from, until }) => `${from}-${until}`)
    .join(', ')
}

/** The parts of a text with commas. */
export function commaParts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The spans of a day from text; null where it is no list of spans that follow each other. */
export function spansOf(text: string, day: number): Weekly | null {
  const spans: { day: number; from: string; until: string }[] = []
  for (const part of commaParts(text)) {
    const [, from, until] = SPAN.exec(part) ?? []
    if (!from || !until || until <= from || from >= '24:00' || until > '24:00') return null
    if (from < (spans.at(-1)?.until ?? '')) return null
    spans.push({ day, from, until })
  }
  return spans
}
