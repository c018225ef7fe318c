import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { wallTimeOf } from '#kit/contract/wall-time.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { zoneText } from './zone-component.ts'

const DAY = 86_400_000

test.each([
  ['Europe/Berlin', 2026],
  ['Africa/Casablanca', 2026],
  ['Australia/Lord_Howe', 2026],
  ['America/Sao_Paulo', 2012],
  // Four changes in one year.
  ['Africa/Cairo', 2010],
  ['Asia/Kolkata', 2026],
])('%s from %i has the offset of each day', (zone, year) => {
  const written = new ICAL.Timezone(new ICAL.Component(ICAL.parse(zoneText(zone, Date.UTC(year, 5, 1)))))
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 9, 0, 1); day += DAY) {
    const noon = new Date(day).toISOString().replace('T00', 'T12').slice(0, 19)
    const offset = wallTimeOf(day + DAY / 2, zone) - (day + DAY / 2)
    expect([noon, written.utcOffset(ICAL.Time.fromDateTimeString(noon)) * 1000]).toEqual([noon, offset])
  }
})

test('zones that were never asked for are written in turns with other work, and only once', async () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 120)
  let turns = 0
  const write = async () => {
    let isDone = false
    const count = () => {
      if (isDone) return
      turns += 1
      setImmediate(count)
    }
    setImmediate(count)
    const texts = await mapInSlices(zones, (zone) => zoneText(zone, Date.UTC(1999, 0, 1)))
    isDone = true
    return texts
  }
  const texts = await write()
  expect(turns).toBeGreaterThan(1)
  expect((await write()).every((text, index) => text === texts[index])).toBe(true)
})
