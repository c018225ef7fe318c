import { lexer } from 'marked'
import { expect, test } from 'vitest'
import { adfToMarkdown } from './adf-to-markdown.ts'
import { markdownToAdf } from './markdown-to-adf.ts'

const there = (markdown: string) => adfToMarkdown(markdownToAdf(markdown))

/** A generator of numbers with a seed, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const words = [
  'modem',
  'CMTS',
  '3.1',
  'a_b',
  'x*y',
  'C:\\logs',
  '[tag]',
  '#5',
  'R&D',
  '<rpd>',
  '`',
  '~',
  '1.',
  '-',
  '+',
  '>',
  '|',
]
const pick = <Item>(below: (most: number) => number, items: readonly Item[]): Item => items[below(items.length)]!

function text(below: (most: number) => number): string {
  return Array.from({ length: 1 + below(5) }, () => escaped(pick(below, words))).join(' ')
}
function escaped(word: string): string {
  return word.replace(/[\\`*_[\]<>#~|&+-]|(?<=^\d)\.$/g, '\\$&')
}
function inline(below: (most: number) => number): string {
  const one = text(below)
  return pick(below, [
    one,
    `**${one}**`,
    `*${one}*`,
    `~~${one}~~`,
    '`code | x`',
    `[${one}](https://example.com/a?b=c)`,
    `**bold *both* ${one}**`,
  ])
}
function line(below: (most: number) => number): string {
  return `begin ${inline(below)} middle ${inline(below)} end`
}
function block(below: (most: number) => number, depth = 0): string {
  const list = (sign: (index: number) => string) =>
    Array.from({ length: 1 + below(3) }, (_, index) => {
      const start = `${sign(index)} `
      const inside = depth < 2 && below(3) === 0 ? `\n${indent(nested(below, depth + 1), start.length)}` : ''
      return `${start}${line(below)}${inside}`
    }).join('\n')
  return pick(below, [
    () => line(below),
    () => `${'#'.repeat(1 + below(6))} ${line(below)}`,
    () => list(() => '-'),
    () => list((index) => `${index + 3}.`),
    () => `\`\`\`${pick(below, ['', 'sh'])}\nshow cable modem\n\n  \`\`x\`\` **no**\n\`\`\``,
    () => `> ${line(below)}`,
    () => `| a | b |\n| --- | --- |\n| ${line(below).replaceAll('|', '\\|').replaceAll('\\\\|', '\\|')} | 2 |`,
    () => `${line(below)}  \n${line(below)}`,
    () => '---',
  ])()
}
function nested(below: (most: number) => number, depth: number): string {
  return pick(below, [`- ${line(below)}`, `- ${line(below)}\n${depth < 2 ? '  - deep' : '- other'}`])
}
function indent(value: string, by: number): string {
  return value.replace(/^/gm, ' '.repeat(by))
}

/** The structure and the words of Markdown, without how it is written. */
function meaning(markdown: string): unknown {
  return JSON.parse(
    JSON.stringify(lexer(markdown), (key, value: unknown) =>
      [
        'raw',
        'codeBlockStyle',
        'loose',
        'escaped',
        'align',
        'inLink',
        'pre',
        'links',
        'block',
        'task',
        'checked',
        'title',
      ].includes(key)
        ? undefined
        : value,
    ),
  )
}

test('a round trip keeps headings, lists, tables, code, quotes and links of 2,000 documents', () => {
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const below = numbers(seed)
    const markdown = Array.from({ length: 1 + below(5) }, () => block(below)).join('\n\n')
    const once = there(markdown)
    // What comes back is what was sent, and a second trip changes nothing.
    expect(JSON.stringify([seed, markdownToAdf(once)])).toBe(JSON.stringify([seed, markdownToAdf(markdown)]))
    expect(there(once)).toBe(once)
  }
})

test.each([
  ['a heading', '## Steps'],
  ['lists in lists', '- one\n  - two\n    1. three\n- four'],
  ['a table', '| a | b |\n| --- | --- |\n| `x` | **y** |'],
  ['a block of code', '```sh\nshow cable modem | include 10.0\n```'],
  ['a link with marks', '[see **this**](https://example.com)'],
  ['check boxes', '- [x] done\n- [ ] open'],
])('%s comes back as it was written', (_, markdown) => {
  expect(there(markdown)).toBe(markdown)
  expect(meaning(there(markdown))).toEqual(meaning(markdown))
})

test('what Markdown lacks becomes its text', () => {
  const content = [
    { type: 'panel', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Note' }] }] },
    {
      type: 'paragraph',
      content: [
        { type: 'mention', attrs: { text: '@Jo' } },
        { type: 'emoji', attrs: { shortName: ':ok:' } },
      ],
    },
    { type: 'mediaSingle', content: [{ type: 'media', attrs: { id: '1' } }] },
  ]
  expect(adfToMarkdown({ version: 1, type: 'doc', content })).toBe('> Note\n\n@Jo:ok:')
  expect(adfToMarkdown(null)).toBe('')
})
