import { expect, test } from 'vitest'
import { textOfHtml } from './html-text.ts'
import { ownTextOf } from './own-text.ts'

test.each([
  ['Fixed.\n\nOn Mon, 2 Nov 2026 at 10:00, Vera <vera@desk.example> wrote:\n> Any news?', 'Fixed.'],
  ['Fixed.\n\nOn Mon, 2 Nov 2026 at 10:00, Vera Vendor\n<vera@desk.example> wrote:\n\n> Any news?', 'Fixed.'],
  ['Erledigt.\n\nAm 02.11.2026 um 10:00 schrieb Vera Vendor:\n> Neues?', 'Erledigt.'],
  ["C'est bon.\n\nLe lun. 2 nov. 2026 à 10:00, Vera a écrit :\n> Du nouveau ?", "C'est bon."],
  ['Done\n\n-----Original Message-----\nFrom: Headend\nSent: Monday\nSubject: x\n\nAny news?', 'Done'],
  [
    'Done\n\nFrom: Headend <no-reply@desk.example>\nSent: Monday, 2 November 2026\nTo: Uma\nSubject: x\n\nAny news?',
    'Done',
  ],
  ['Done\n\n________________________________\nVon: Headend\nGesendet: Montag\n\nNeues?', 'Done'],
  ['Done\n\n-- \nUma User\nAcme Cable', 'Done'],
  ['Done\n\nSent from my iPhone', 'Done'],
  ['> Which firmware?\n\n9.4.0\n\n> Since when?\n\nMonday', '9.4.0\n\nMonday'],
  [
    'From: the hub at Olten we see noise.\nIt is worse at night.',
    'From: the hub at Olten we see noise.\nIt is worse at night.',
  ],
  ['On the hub we see this:\nMAP late', 'On the hub we see this:\nMAP late'],
  ['> only a quotation', ''],
])('%j', (text, own) => {
  expect(ownTextOf(text)).toBe(own)
})

test('HTML becomes text without markup, styles, scripts and the quoted mail', () => {
  const html =
    '<html><head><title>x</title><style>p{}</style></head><body><p>It is <b>9.4.0</b> &amp; &lt;ok&gt;&#8211;&#x41;</p><div>Second<br>line</div><script>alert(1)</script><blockquote>Which firmware?</blockquote></body></html>'
  expect(ownTextOf(textOfHtml(html))).toBe('It is 9.4.0 & <ok>–A\n\nSecond\nline')
  expect(ownTextOf(textOfHtml('<div>Hi</div><div class="gmail_quote">On Monday: old</div>'))).toBe('Hi')
  expect(textOfHtml('<style>never ends')).toBe('')
})
