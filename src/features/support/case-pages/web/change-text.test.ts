import { expect, test } from 'vitest'
import { text } from '../texts.ts'
import { changeWords } from './change-text.ts'

test('the history shows the text without the marks of Markdown', () => {
  const body =
    '## Found\n\n- see [the *log*](https://x.example/log) and ![shot](/api/a)\n- **bold** and `code`, _soft_\n\n> quoted'
  const entry = { id: '1', at: '', name: 'case.commented', by: 'A', internal: false, changes: { body: [null, body] } }
  expect(changeWords(text as never, entry as never)).toEqual(['Found see the log and shot bold and code, soft quoted'])
})
