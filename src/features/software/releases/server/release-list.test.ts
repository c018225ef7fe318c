import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SoftwareDesk, softwareApp } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'

let desk: SoftwareDesk
let bundle: string
beforeAll(async () => {
  desk = await softwareApp()
  bundle = await desk.bundle()
  await desk.upload(bundle, 'core.bin', 'the core')
  for (const name of ['C', 'A', 'E', 'B', 'D', 'B', 'A']) await desk.release(bundle, 'acme', name)
})
afterAll(() => desk.close())

const page = async (number: number, sort: string, size = 2) => {
  const path = `/api/bundle-releases?bundleId=${bundle}&size=${size}&page=${number}&sort=${sort}`
  return rowsOf(await desk.call('rita', 'GET', path), 'releases').map(({ id, name }) => `${name} ${id}`)
}

test.each([
  'created,DESC',
  'created,ASC',
  'name,DESC',
  'name,ASC',
  'account,ASC',
  'delivered,DESC',
  'account,ASC&sort=name,DESC',
])('pages by %s are the list in parts, in any order of requests', async (sort) => {
  const whole = await page(0, sort, 50)
  expect(new Set(whole).size).toBe(7)
  const pieces: string[][] = []
  for (const number of [3, 1, 0, 2]) pieces[number] = await page(number, sort)
  expect(pieces.flat()).toEqual(whole)
  expect(await page(4, sort)).toEqual([])
  expect(await page(1, sort, 3)).toEqual(whole.slice(3, 6))
})

test('a reader who pages on gets no duplicates and misses nothing while new ones arrive', async () => {
  const whole = await page(0, 'created,DESC', 50)
  const first = await page(0, 'created,DESC', 3)
  await desk.release(bundle, 'acme', 'New')
  const second = await page(1, 'created,DESC', 3)
  expect([...first, ...second]).toEqual(whole.slice(0, 6))
  expect((await page(0, 'created,DESC', 3))[0]).toMatch(/^New /)
})
