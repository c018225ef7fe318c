import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Circuit } from './circuit.ts'

const failures = 3
const withinMs = 100
const restMs = 50

function clocked() {
  let at = 0
  const circuit = new Circuit({ failures, withinMs, restMs, now: () => at })
  const pass = (ms: number) => {
    at += ms
  }
  const fail = (times = 1) => {
    for (let time = 0; time < times; time += 1) {
      circuit.acquire()
      circuit.failed()
    }
  }
  return { circuit, pass, fail, now: () => at }
}

test('it opens at the last of enough failures in a row, and returns for how long', () => {
  const { circuit, fail, pass } = clocked()
  fail(failures - 1)
  expect([circuit.acquire(), circuit.isOpen]).toEqual([0, false])
  circuit.failed()
  expect([circuit.acquire(), circuit.isOpen]).toEqual([restMs, true])
  pass(20)
  expect(circuit.acquire()).toBe(restMs - 20)
})

test('a success between, or a long time, restarts the count of failures', () => {
  const { circuit, fail, pass } = clocked()
  fail(failures - 1)
  circuit.succeeded()
  fail(failures - 1)
  pass(withinMs)
  fail(failures - 1)
  expect(circuit.isOpen).toBe(false)
})

test('after the pause one call tries it: when that succeeds all calls may go again, when not none may', () => {
  const { circuit, fail, pass } = clocked()
  fail(failures)
  pass(restMs)
  expect([circuit.acquire(), circuit.acquire() > 0]).toEqual([0, true])
  circuit.failed()
  expect(circuit.acquire()).toBe(restMs)
  pass(restMs)
  expect(circuit.acquire()).toBe(0)
  circuit.succeeded()
  expect([circuit.isOpen, circuit.acquire(), circuit.acquire()]).toEqual([false, 0, 0])
})

test('whatever happens, it never stays open for ever, and lets only one call through during a trial', () => {
  const step = fc.oneof(
    fc.constant('enter' as const),
    fc.constant('succeed' as const),
    fc.constant('fail' as const),
    fc.integer({ min: 1, max: 80 }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { circuit, pass } = clocked()
      let underWay = 0
      let tried = false
      for (const move of steps) {
        if (typeof move === 'number') pass(move)
        else if (move === 'enter') {
          const shut = circuit.isOpen
          const wait = circuit.acquire()
          expect(wait).toBeGreaterThanOrEqual(0)
          expect(wait).toBeLessThanOrEqual(restMs)
          if (wait > 0) continue
          expect(shut && tried).toBe(false)
          tried = shut
          underWay += 1
        } else if (underWay > 0) {
          underWay -= 1
          tried = false
          if (move === 'succeed') circuit.succeeded()
          else circuit.failed()
        }
      }
      // All running calls have failed at last, and after a pause one call goes through.
      for (; underWay > 0; underWay -= 1) circuit.failed()
      pass(restMs)
      expect(circuit.acquire()).toBe(0)
    }),
    { numRuns: 500 },
  )
})
