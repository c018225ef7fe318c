import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test('sizes are shown in powers of 1024, without empty decimals', () => {
  expect([0, 900, 86_016, 10_485_760, 6_501_171, 50_436_505].map(formatBytes)).toEqual([
    '0 B',
    '900 B',
    '84 kB',
    '10 MB',
    '6.2 MB',
    '48.1 MB',
  ])
})
