import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const MOST_FILES = 10
const MOST_LINES = 300
const feature = 'src/features/users/reminders'
/** The files of the tutorial, in the order of its code blocks. */
const paths = [
  `${feature}/contract.ts`,
  'src/database/migrations/9999-reminders.sql',
  `${feature}/server/index.ts`,
  `${feature}/server/reminders.test.ts`,
  `${feature}/paths.ts`,
  `${feature}/texts.ts`,
  `${feature}/web/index.ts`,
  `${feature}/web/reminders-page.tsx`,
  'src/test/journeys/reminders.e2e.ts',
]
const icons = 'src/kit/web/icons/icons.generated.ts'

const blocks = [
  ...readFileSync('docs/add-a-feature.md', 'utf8').matchAll(/^```(?:tsx?|json|css|sql)\n([\s\S]*?)^```$/gm),
].map(([, text]) => text ?? '')

test(`the tutorial takes ${MOST_FILES} files and ${MOST_LINES} lines at most`, () => {
  expect(blocks).toHaveLength(paths.length)
  expect(paths.length).toBeLessThanOrEqual(MOST_FILES)
  expect(blocks.join('').split('\n').length - 1).toBeLessThanOrEqual(MOST_LINES)
})

test.each([
  ['tsconfig.server.json', /contract\.ts$|\/server\//],
  ['tsconfig.journeys.json', /contract\.ts$|\/web\/|\.e2e\.ts$/],
])('the code of the tutorial compiles with %s', (config, form) => {
  expect(compile(config, form)).toEqual([])
})

/** The errors of the compiler in the files of the tutorial, as if they were in the source. */
function compile(config: string, form: RegExp): string[] {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, '.')
  const texts = new Map(paths.map((path, index) => [resolve(path), blocks[index] ?? '']))
  // What `npm run icons` adds for the tutorial's icon.
  texts.set(
    resolve(icons),
    `${readFileSync(icons, 'utf8')}\nexport { IconPlus as IconBellPlus } from './icons.generated.ts'\n`,
  )
  const folders = new Set([...texts.keys()].flatMap((path) => [dirname(path), dirname(dirname(path))]))
  const host = ts.createCompilerHost({ ...options, noEmit: true, incremental: false })
  const { fileExists, readFile, directoryExists } = host
  host.fileExists = (path) => texts.has(resolve(path)) || fileExists(path)
  host.readFile = (path) => texts.get(resolve(path)) ?? readFile(path)
  host.directoryExists = (path) => folders.has(resolve(path)) || (directoryExists?.(path) ?? true)
  const roots = paths.filter((path) => form.test(path)).map((path) => resolve(path))
  const program = ts.createProgram(roots, { ...options, noEmit: true, incremental: false }, host)
  return roots.flatMap((root) => {
    const source = program.getSourceFile(root)
    if (!source) return [`${root} is not in the program`]
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start }) =>
        `${root}:${source.getLineAndCharacterOfPosition(start ?? 0).line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  })
}
