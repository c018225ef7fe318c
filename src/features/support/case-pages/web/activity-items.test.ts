import { expect, test } from 'vitest'
import { activityItems } from './activity-items.ts'

const tom = { id: '1', username: 'tom@a.example', fullName: 'Tom' }
const dana = { id: '2', username: 'dana@b.example', fullName: 'Dana' }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString()
const comment = (id: string, author: typeof tom, minute: number, kind: 'customer' | 'internal' = 'customer') =>
  ({
    commentId: id,
    kind,
    author: { ...author, vendor: author === dana },
    body: id,
    created: at(minute),
    edited: null,
    version: 1,
    mail: null,
  }) as const
const file = (id: string, author: typeof tom, minute: number) => ({
  id,
  filename: id,
  size: 1,
  mediaType: 'text/plain',
  digest: '',
  isPicture: false,
  check: null,
  reading: null,
  author,
  created: at(minute),
})
const entry = (name: string, minute: number) => ({
  id: name + minute,
  name,
  at: at(minute),
  by: 'Dana',
  impersonatedBy: null,
  changes: {},
  internal: false,
})

test('all items are in the order of time, files with the text of their author', () => {
  const items = activityItems(
    { created: at(0), reporter: tom },
    [comment('answer', dana, 10), comment('note', dana, 20, 'internal'), comment('thanks', tom, 30)],
    [file('log', tom, 0), file('shot', tom, 29), file('late', dana, 50)],
    [entry('case.status-changed', 15), entry('case.commented', 10), entry('case.watched', 16)],
  )
  expect(
    items.map((item) => [
      item.kind === 'comment' ? item.comment.commentId : item.kind,
      'files' in item ? item.files.map(({ id }) => id) : [],
    ]),
  ).toEqual([
    ['filed', ['log']],
    ['answer', []],
    ['change', []],
    ['note', []],
    ['thanks', ['shot']],
    ['files', ['late']],
  ])
})
