import { expect, test } from 'vitest'
import type { ConnectionMessage } from '../contract.ts'
import { lanesOf } from './lanes.ts'

const message = (id: string, record: string): ConnectionMessage => ({
  id,
  record,
  title: `Change ${record}`,
  state: 'WAITING',
  attempts: 0,
  error: null,
  postedBy: null,
  postedAt: '2026-11-20T10:00:00Z',
  nextTryAt: null,
})

test('messages of one record are a lane in their order, with its dead letters; records keep the order of their oldest', () => {
  const lanes = lanesOf(
    ['1 a', '2 b', '3 a', '4 c', '5 a'].map((text) => message(text[0]!, text[2]!)),
    [message('0', 'a'), message('9', 'd')],
  )
  const ids = (list: readonly ConnectionMessage[]) => list.map(({ id }) => id)
  expect(lanes.map(({ record, dead, waiting }) => [record, ids(dead), ids(waiting)])).toEqual([
    ['a', ['0'], ['1', '3', '5']],
    ['b', [], ['2']],
    ['c', [], ['4']],
  ])
})
