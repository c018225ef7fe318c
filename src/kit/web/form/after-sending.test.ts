import { expect, test } from 'vitest'
import { afterSending } from './after-sending.ts'

test.each([
  ['Core 3 is up', 'Core 3 is up', ''],
  ['Core 3 is up\n', 'Core 3 is up', ''],
  ['Core 3 is up, and node 4 too', 'Core 3 is up', ', and node 4 too'],
  ['Core 3 is up\n\nNode 4 follows', 'Core 3 is up', 'Node 4 follows'],
  ['Node 4 follows', 'Core 3 is up', 'Node 4 follows'],
  ['', 'Core 3 is up', ''],
])('what was written while a text was sent stays: %j', (now, sent, left) => {
  expect(afterSending(now, sent)).toBe(left)
})
