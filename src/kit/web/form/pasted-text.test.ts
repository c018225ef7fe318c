import { expect, test } from 'vitest'
import { writeBlock } from './markdown-text/write-markdown.ts'
import { isPlainHtml, pastedNodes } from './pasted-text.ts'

const sent = (text: string) => pastedNodes(text).map(writeBlock).join('\n\n')

test.each([
  [
    'cells of a spreadsheet',
    'Hub\tNodes\r\nKiel\t12\r\nBonn\t\r\n',
    '| Hub | Nodes |\n| --- | --- |\n| Kiel | 12 |\n| Bonn |  |',
  ],
  ['cells with signs of a table', 'a|b\tc\n1\t2', '| a\\|b | c |\n| --- | --- |\n| 1 | 2 |'],
  [
    'the output of a console',
    '$ df -h\nFilesystem      Size\n/dev/sda1       40G',
    '```\n$ df -h\nFilesystem      Size\n/dev/sda1       40G\n```',
  ],
  ['an indented file', 'node:\n  port: 7\n```', '````\nnode:\n  port: 7\n```\n````'],
  [
    'lines that look like Markdown',
    '# end of file\n__init__ failed\n1. try',
    '\\# end of file  \n\\_\\_init\\_\\_ failed  \n1\\. try',
  ],
  [
    'ordinary words',
    'See show_port_7 at https://docs.example/a_b\n\n\nThen 5 * 6.',
    'See show_port_7 at https://docs.example/a_b\n\nThen 5 * 6.',
  ],
  ['a word', 'carrier', 'carrier'],
  ['nothing', '\n', ''],
])('pasted text is sent as it was: %s', (_, text, markdown) => {
  expect(sent(text)).toBe(markdown)
})

test('text that is pasted as words alone has no table and no block of code', () => {
  expect(pastedNodes('Hub\tNodes\n  Kiel\t12', true).map(({ type }) => type)).toEqual(['paragraph'])
})

test('the HTML of a console is no formatting, that of a document is', () => {
  expect(isPlainHtml('<meta charset="utf-8"><div style="white-space: pre"><span>a</span><br></div>')).toBe(true)
  expect(isPlainHtml('<div><TABLE><tr><td>a</td></tr></TABLE></div>')).toBe(false)
})
