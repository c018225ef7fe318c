import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterAll, afterEach, expect, test } from 'vitest'
import { lane } from './lane.ts'

const http = Fastify()
let url = ''
let running = 0
let most = 0
const came: string[] = []
const began: string[] = []

const take = lane(2)
/** A hook that runs before the lane. */
async function note({ params }: FastifyRequest): Promise<void> {
  came.push((params as { name: string }).name)
}

http.get<{ Params: { name: string } }>('/:name', { onRequest: [note, take] }, async ({ params }) => {
  running += 1
  most = Math.max(most, running)
  began.push(params.name)
  await pause(20)
  running -= 1
  if (params.name.startsWith('broken')) throw new Error('broken')
  return params.name
})
afterAll(() => {
  http.server.closeAllConnections()
  return http.close()
})
afterEach(() => {
  most = 0
  came.length = 0
  began.length = 0
})

test('so many at once and no more, in the order in which they came', async () => {
  url = await http.listen({ port: 0, host: '127.0.0.1' })
  const names = Array.from({ length: 9 }, (_, place) => `n${place}`)
  const answers = []
  for (const name of names) answers.push(fetch(`${url}/${name}`).then((answer) => answer.text()))
  expect(await Promise.all(answers)).toEqual(names)
  expect(most).toBe(2)
  expect(began).toEqual(came)
})

test('whoever fails or goes away leaves their place to the next', async () => {
  const gone = Array.from({ length: 20 }, async (_, place) => {
    const signal = place % 2 ? AbortSignal.timeout(30) : null
    return fetch(`${url}/broken${place}`, { signal }).catch(() => undefined)
  })
  await Promise.all(gone)
  await expect.poll(() => running).toBe(0)
  most = 0
  expect(await Promise.all([1, 2, 3].map(async (name) => (await fetch(`${url}/${name}`)).status))).toEqual([
    200, 200, 200,
  ])
  expect(most).toBe(2)
})
