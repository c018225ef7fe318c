import ICAL from 'ical.js'
import { wallTimeOf } from '#kit/contract/wall-time.ts'
import { wallText } from '../time/wall-clock.ts'

const WEEK = 7 * 24 * 3_600_000
/** Years after the first one for which the changes of the clock are written. */
const YEARS = 10
const MOST_KEPT = 1_000
const componentByZone = new Map<string, string>()

/**
 * The VTIMEZONE (RFC 5545 §3.6.5) of a zone as text: each change of its clock from the year before an instant on. It is
 * kept, because it takes milliseconds to find the changes, and a file has the zones of all of its events.
 */
export function zoneText(zone: string, firstStart: number): string {
  const year = new Date(firstStart).getUTCFullYear()
  const key = `${zone} ${year}`
  const cachedText = componentByZone.get(key)
  if (cachedText !== undefined) return cachedText
  if (componentByZone.size >= MOST_KEPT) componentByZone.clear()
  const text = zoneComponent(zone, year).toString()
  componentByZone.set(key, text)
  return text
}

function zoneComponent(zone: string, year: number): ICAL.Component {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const [from, to] = [Date.UTC(year - 1, 0, 1), Date.UTC(year + YEARS, 0, 1)]
  let before = offsetAt(from, zone)
  addRule(component, { at: from, before, after: before })
  // No zone has changed its clock there and back within a week.
  for (let week = from; week < to; week += WEEK) {
    const after = offsetAt(week + WEEK, zone)
    if (before !== after) addRule(component, { at: changeBetween(week, week + WEEK, zone), before, after })
    before = after
  }
  return component
}

function addRule(parent: ICAL.Component, { at, before, after }: { at: number; before: number; after: number }): void {
  const rule = new ICAL.Component(after > before ? 'daylight' : 'standard')
  rule.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(wallText(at + before)))
  rule.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromSeconds(before / 1000))
  rule.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromSeconds(after / 1000))
  parent.addSubcomponent(rule)
}

function changeBetween(from: number, to: number, zone: string): number {
  const before = offsetAt(from, zone)
  let [low, high] = [from, to]
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

function offsetAt(at: number, zone: string): number {
  return wallTimeOf(at, zone) - at
}
