import ICAL from 'ical.js'
import { wallTimeOf } from '#kit/contract/wall-time.ts'
import { wallText } from '../time/wall-clock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Years after the first one for which the changes of the clock are written. */
const YEARS = 10

/** The VTIMEZONE (RFC 5545 §3.6.5) of a zone: each change of its clock from the year before an instant on. */
export function zoneComponent(zone: string, firstStart: number): ICAL.Component {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const year = new Date(firstStart).getUTCFullYear()
  const [from, to] = [Date.UTC(year - 1, 0, 1), Date.UTC(year + YEARS, 0, 1)]
  const first = offsetAt(from, zone)
  addRule(component, { at: from, before: first, after: first })
  for (let day = from; day < to; day += DAY) {
    const [before, after] = [offsetAt(day, zone), offsetAt(day + DAY, zone)]
    if (before !== after) addRule(component, { at: changeBetween(day, day + DAY, zone), before, after })
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
