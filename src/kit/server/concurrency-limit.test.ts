import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'
import { countOpenRequests } from './open-requests.ts'

const http = Fastify()
let url = ''
let running = 0
let most = 0
/** No request ends before this. */
let open = Promise.resolve()
const came: string[] = []
const began: string[] = []

const take = limitConcurrency(2, countOpenRequests(http.server, /^\/(n|broken|\d)/))
/** A hook that runs before the limit. */
async function note({ params }: FastifyRequest): Promise<void> {
  came.push((params as { name: string }).name)
}

http.get<{ Params: { name: string } }>('/:name', { onRequest: [note, take] }, async ({ params }) => {
  running += 1
  most = Math.max(most, running)
  began.push(params.name)
  await open
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

test('runs as many at once as allowed and no more, in the order of arrival', async () => {
  url = await http.listen({ port: 0, host: '127.0.0.1' })
  const names = Array.from({ length: 9 }, (_, place) => `n${place}`)
  const responses = await all(names)
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(names)
  expect(most).toBe(2)
  expect(began).toEqual(came)
})

test('a request that fails or is aborted gives its place to the next', async () => {
  const gone = Array.from({ length: 20 }, async (_, place) => {
    const signal = place % 2 ? AbortSignal.timeout(30) : null
    return fetch(`${url}/broken${place}`, { signal }).catch(() => undefined)
  })
  await Promise.all(gone)
  await expect.poll(() => running).toBe(0)
  most = 0
  expect((await all(['1', '2', '3'])).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(most).toBe(2)
})

/** Sends requests with these names and lets their work end once all of them have arrived. */
async function all(names: readonly string[]): Promise<Response[]> {
  let go = () => {}
  open = new Promise((resolve) => {
    go = resolve
  })
  const responses = names.map((name) => fetch(`${url}/${name}`))
  await expect.poll(() => names.filter((name) => !came.includes(name))).toEqual([])
  go()
  return Promise.all(responses)
}

test.each([
  { others: 1, waits: 12 },
  { others: 0, waits: 0 },
])(
  'with $others of another kind running the next begins $waits ms after one that took 12',
  async ({ others, waits }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    try {
      const turn = limitConcurrency(1, () => others)
      const responses = [new EventEmitter(), new EventEmitter()]
      const started: number[] = []
      for (const raw of responses)
        void turn({} as FastifyRequest, { raw } as unknown as FastifyReply).then(() => started.push(Date.now()))
      await vi.advanceTimersByTimeAsync(12)
      expect(started).toHaveLength(1)
      responses[0]!.emit('close')
      const ended = Date.now()
      await vi.advanceTimersByTimeAsync(50)
      expect(started[1]! - ended).toBe(waits)
    } finally {
      vi.useRealTimers()
    }
  },
)
