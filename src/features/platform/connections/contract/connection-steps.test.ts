import { expect, test } from 'vitest'
import { stepsOf } from './connection-steps.ts'

const at = '2026-03-01T10:00:00Z'
type Fault = NonNullable<Parameters<typeof stepsOf>[0]['lastFailure']>['fault']
const results = (fault: Fault, status: number | null = null) =>
  stepsOf({ failing: true, lastSuccess: at, lastFailure: { at, text: '', fault, status } })
    .map(({ result }) => result[0])
    .join('')

test.each<[Fault, number | null, string]>([
  ['unreachable', null, 'FUUU'],
  ['timeout', null, 'FUUU'],
  ['blocked', null, 'FUUU'],
  ['garbled', 200, 'FUUU'],
  ['credentials', 401, 'OFUU'],
  ['credentials', 403, 'OOFU'],
  ['missing', 404, 'OOOF'],
  ['shape', 200, 'OOOF'],
  ['busy', 429, 'OUUF'],
  ['failing', 503, 'OUUF'],
])('after the failure %s (%s) the steps are %s', (fault, status, steps) => {
  expect(results(fault, status)).toBe(steps)
})

test('without a failure all steps are as the last success says', () => {
  const steps = (lastSuccess: string | null) =>
    stepsOf({ failing: false, lastSuccess, lastFailure: null }).map(({ result }) => result)
  expect(steps(at)).toEqual(['OK', 'OK', 'OK', 'OK'])
  expect(steps(null)).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN'])
})
