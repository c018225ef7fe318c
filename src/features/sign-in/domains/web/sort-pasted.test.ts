import { expect, test } from 'vitest'
import { sortPasted } from './sort-pasted.ts'

test('pasted lines are sorted: new, known, invalid', () => {
  const pasted =
    'Acme.example\nacme.example, *.Größe.example; someone@mail.example\n\nnot/a.domain  nothing known.example'
  expect(sortPasted(pasted, ['known.example'])).toEqual({
    good: ['acme.example', '*.xn--gre-6ka8i.example', 'mail.example'],
    known: ['known.example'],
    bad: ['not/a.domain', 'nothing'],
  })
})
