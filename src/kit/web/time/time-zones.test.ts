import { expect, test } from 'vitest'
import { timeZones } from './time-zones.ts'

test('offers US/Pacific and the ordinary names, each of them a zone, once', () => {
  const zones = timeZones()
  expect(zones).toEqual(expect.arrayContaining(['US/Pacific', 'Europe/Oslo', 'Asia/Tokyo']))
  expect(new Set(zones).size).toBe(zones.length)
  for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
})

test('offers no name that begins with Etc and none without a slash', () => {
  expect(timeZones().filter((name) => name.startsWith('Etc') || !name.includes('/'))).toEqual([])
})
