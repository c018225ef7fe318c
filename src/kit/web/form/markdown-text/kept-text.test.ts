import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownReader } from '#kit/markdown/markdown-reader.ts'
import { type Content, SOURCE } from './content.ts'
import { KeptText } from './kept-text.ts'
import { readNodes } from './read-blocks.ts'
import { isSameContent } from './same-content.ts'
import { writeBlock } from './write-markdown.ts'

/** The HTML of a text; marked keeps the spaces at the end of a block, which mean nothing. */
const html = (text: string) =>
  (markdownReader().parse(text) as string).replace(/ +(?=<\/(?:p|li|h\d|blockquote)>)/g, '')

/** A text as the editor has it: a new node for each block that was edited, the same object for all others. */
function edited(text: string, change: (nodes: { toJSON(): Content }[]) => { toJSON(): Content }[]): string {
  const kept = new KeptText(text)
  const nodes = kept.blocks.map(({ node }) => ({ toJSON: () => node }))
  kept.shownAs(nodes)
  return kept.write(change(nodes))
}
const node = (json: Content) => ({ toJSON: () => json })
const words = (text: string) => node({ type: 'paragraph', content: [{ type: 'text', text }] })

const samples = {
  'a link and a line feed at the end': 'Read [the manual](https://docs.example/cmts "Title") first.\n',
  'strong, emphasis and struck words': 'Now **very _urgent_** and ~~late~~ and ***both***.',
  'underscores within a name': 'Run show_upstream_port on cmts_7_b, then set a__b.',
  'emphasis by underscores': '_one_ and __two__ in *three*',
  'stars and signs that are none': '5 * 6 * 7 and a < b & c > d, ~ 40 %',
  escapes: '\\# no heading \\* no point \\[x\\](y)',
  'references to characters': 'R&amp;D &lt;port&gt; &#8211; 3&nbsp;dB &hellip;',
  'soft and hard breaks': 'one\ntwo  \nthree\\\nfour',
  'headings of both kinds': 'Upper\n=====\n\n### Lower ###\n\nMiddle\n---',
  'lists of every mark': '* a\n* b\n\n- c\n- d\n\n+ e\n\n1) f\n2) g\n\n7. h\n8. i',
  'numbers that are all one': '1. one\n1. two\n1. three',
  'a tight list in a loose one': '- a\n\n  more\n\n  - b\n  - c\n\n- d',
  'code in a list': '1. Log in:\n\n   ```sh\n   ssh admin@node\n   ```\n\n2. Look',
  'quotes in quotes': '> outer\n>\n> > inner\n> > more\n\nend',
  'a lazy quote': '> begun\nand gone on',
  'fences and indented code': '~~~ text\n```\nx\n~~~\n\n    indented\n      more\n\n````\n```\n````',
  'a rule': 'a\n\n***\n\nb\n\n- - -',
  'a table': '| Node | Ports |\n|:-----|------:|\n| n-1 | `a \\| b` |\n| n_2 | **3** |',
  'a task list': '- [ ] open\n- [x] done',
  HTML: '<details>\n<summary>Log</summary>\n\nx\n</details>\n\nH<sub>2</sub>O',
  'a definition far from its use': 'See [the log][1].\n\ntext\n\n[1]: https://logs.example/7 "Log"',
  pictures: '![plan of the hub](/api/files/3 "Plan")\n\nx ![](/api/files/4) y',
  addresses: 'https://a.example/x_y_z and <https://b.example> and noc@c.example and www.d.example',
  'blank lines and tabs': '\n\n\ta\n\n\n\nb\n\t\n',
  'line feeds of Windows': 'one\r\ntwo\r\n\r\n- a\r\n- b\r\n',
  'unclosed marks': '**open and `code and [link](',
  'a quote in a list that ends with an empty list': '- a\n    >+\nb\n\n1. c\n   > 2.\n   d',
  'spaces at the ends of blocks': '## Log \n\nWe \n\n- a \n- **b** \n\n> c \n\nWe look at ',
  nothing: '',
} as const

test.each(['We ', 'We look at **n** ', '- a ', '1. a\n2. b ', '> c  ', '## d '])(
  'a space after the last word, before the next is typed, keeps the form of the block: %j',
  (text) => {
    expect(readNodes(text)).toEqual(readNodes(text.trimEnd()))
    expect(JSON.stringify(new KeptText(text).blocks)).not.toContain(SOURCE)
  },
)

test.each(Object.entries(samples))('a text that was not edited stays as it is, to the byte: %s', (_, text) => {
  expect(edited(text, (nodes) => nodes)).toBe(text)
})

test.each(Object.entries(samples))('a paragraph is added, and the rest keeps its characters: %s', (_, text) => {
  const written = edited(text, (nodes) => [...nodes, words('The end.')])
  expect(written.replaceAll('\r', '').startsWith(text.replaceAll('\r', '').trimEnd())).toBe(true)
  expect(html(written)).toBe(html(text.replaceAll('\r', '')) + html('The end.'))
})

test.each(Object.entries(samples))('a block that is written again has the same meaning: %s', (_, text) => {
  const kept = new KeptText(text)
  for (const { node: block, raw } of kept.blocks)
    if (block.type !== SOURCE && !raw.includes('[1]'))
      expect(html(writeBlock(block))).toBe(html(raw).replaceAll('&nbsp;', '\u00a0'))
})

test('what the editor has no form of is shown as its source, and nothing else is', () => {
  const shown = (text: string) => new KeptText(text).blocks.map(({ node: block }) => block.type)
  expect(shown(samples['a task list'])).toEqual([SOURCE])
  expect(shown(samples.HTML)).toEqual([SOURCE, 'paragraph', SOURCE, SOURCE])
  expect(shown(samples['a definition far from its use'])).toEqual(['paragraph', 'paragraph', SOURCE])
  const others = Object.entries(samples).filter(([name]) => !/task|HTML|definition|references|empty list/.test(name))
  expect(others.filter(([, text]) => shown(text).includes(SOURCE)).map(([name]) => name)).toEqual([])
})

test('beside a list of its kind a written list is a list of its own', () => {
  const list = {
    type: 'bulletList',
    attrs: { tight: true },
    content: [{ type: 'listItem', content: [words('new').toJSON()] }],
  }
  const written = edited('- a\n- b\n\nbetween\n\n* c', ([first, , last]) => [first!, node(list), last!])
  expect(html(written)).toBe(html('- a\n- b') + html('- new') + html('- c'))
})

const line = fc.string({
  unit: fc.constantFrom(
    ...'ab1 _*`~#<>[]()!&;:.-+=|\\"\'/@{}',
    '1. ',
    '- ',
    '__',
    '***',
    '&lt;',
    'https://a.example/',
    '![',
    '    ',
  ),
  maxLength: 24,
})

test('words that look like Markdown are sent as the words that they are', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
      const content = lines.flatMap((text, index) => [
        ...(index > 0 ? [{ type: 'hardBreak' }] : []),
        ...(text.trim() ? [{ type: 'text', text: text.trim() }] : []),
      ])
      // Two breaks that follow each other are a blank line, which ends a paragraph.
      fc.pre(lines.every((text) => text.trim() !== ''))
      const paragraph = { type: 'paragraph', content }
      const read = readNodes(writeBlock(paragraph))
      expect([read.length, read[0] && isSameContent(read[0], paragraph)]).toEqual([1, true])
    }),
    { numRuns: 300 },
  )
})

test('any text stays as it is, and beside an added paragraph as well', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const text = lines.join('\n')
      expect(edited(text, (nodes) => nodes)).toBe(text)
      expect(edited(text, (nodes) => [words('First.'), ...nodes]).endsWith(text.trimStart())).toBe(true)
    }),
    { numRuns: 300 },
  )
})
