import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownHtml } from './markdown-html.ts'

const BASE = 'https://portal.example'
const render = (markdown: string) => markdownHtml(markdown, BASE).text

test('headings, lists, emphasis, tables and links become HTML', () => {
  const text = render(
    '# News\n\n- **one**\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n[page](/support) and [site](https://isp.example/a?b=1&c=2)',
  )
  for (const part of [
    '<h1>News</h1>',
    '<li><strong>one</strong></li>',
    '<td>1</td>',
    `<a href="${BASE}/support">page</a>`,
  ])
    expect(text).toContain(part)
  expect(text).toContain('<a href="https://isp.example/a?b=1&#38;c=2">site</a>')
})

test('HTML is text; scripts, pictures and other addresses are left out', () => {
  const text = render(
    '<script>alert(1)</script>\n\n<b onclick="x()">b</b> ![dot](https://spy.example/1.png) [a](javascript:alert(1)) [b](//evil.example) [c](/\\evil.example) [d](data:text/html,x) <javascript:alert(1)>',
  )
  expect(text).not.toMatch(/<(?:script|b|img)\b|href|spy\.example/)
  expect(text).toContain('dot')
  expect(text).toContain('&#60;script&#62;')
})

test('a quote in a list that ends with the mark of an empty list is text', () => {
  for (const text of ['- a\n  > +\nb', '1. a\n   >2.\n   b', '> - a\n>   >-\n> b'])
    expect(render(text)).toMatch(/<li>a[\s\S]*b/)
})

test('whatever is written, the HTML has known tags only, and no attribute but the address of a link', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '`',
    '&',
    '[',
    ']',
    '(',
    ')',
    '!',
    '*',
    '\n',
    ' ',
    'a',
    'javascript:',
    'onload=',
    '<img src=x>',
    '</p>',
    '#',
    '|',
    '-',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const [tag] of render(pieces.join('')).matchAll(/<[^>]*>/g))
        expect(tag).toMatch(
          /^<\/?(?:p|br|strong|em|del|code|pre|ul|ol|li|blockquote|h[1-6]|hr|table|thead|tbody|tr|th|td)>$|^<\/a>$|^<a href="(?:https?:|mailto:)[^"<>]*">$/,
        )
    }),
  )
})
