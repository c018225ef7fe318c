import { expect, test } from 'vitest'
import simulator from './demo-data/simulator.json' with { type: 'json' }
import { onlineModems, snr, utilization } from './formulas.ts'
import { hash01 } from './hash01.ts'

test.each([
  ['RPD-0311', 0, 0.5941622378304601],
  ['RPD-0311', 1, 0.09566542296670377],
  ['OLT-2/1', 120, 0.04304419085383415],
])('hash01 of %s at %i', (key, time, value) => {
  expect(hash01('headend-demo-1', key, time)).toBe(value)
})

test.each(simulator.examples)('$what of $seg$channel at $localHour', (example) => {
  const moment = { minute: example.minute, localHour: example.localHour, weekend: example.weekend ?? false }
  const value = {
    utilization: () => utilization(example.seg!, example.direction === 'us' ? 'us' : 'ds', moment),
    online: () => onlineModems(example.seg!, example.modems!, moment),
    snr: () => snr(example.channel!, moment),
  }[example.what]!()
  expect(Number(value.toFixed(6))).toBe(example.value)
})
