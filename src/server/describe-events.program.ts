/**
 * `node dist/server/describe-events.program.js FILE` writes the catalogue of events: the texts of activity lists to a
 * `.ts` file, otherwise the table of docs/events.md.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { declaredEvents, type EventType } from '#kit/contract/event.ts'

/** This folder's parent: `dist` after the build. */
const root = join(import.meta.dirname, '..')
for (const path of readdirSync(join(root, 'features'), { recursive: true, encoding: 'utf8' }))
  if (/(^|[\\/])contract(\.[jt]s|[\\/][\w-]+\.[jt]s)$/.test(path)) await import(join(root, 'features', path))

const [, , file = 'docs/events.md'] = process.argv
writeFileSync(file, file.endsWith('.md') ? table() : texts())

/** The texts by name, as a constant for the browser; `-self` marks the text where the actor is the subject. */
function texts(): string {
  const lines = declaredEvents().flatMap(({ name, text, selfText }) => {
    const key = name.replace('.', '-')
    return [line(key, text), ...(selfText === undefined ? [] : [line(`${key}-self`, selfText)])]
  })
  return `// Made by \`npm run events\` from the declarations of the events.\nexport const eventTexts = {\n${lines.join('')}} as const\n`
}

function line(key: string, text: string): string {
  return `  '${key}': ${text.includes("'") ? JSON.stringify(text) : `'${text}'`},\n`
}

function table(): string {
  const rows = declaredEvents().map(
    (event) => `| \`${event.name}\` | ${event.audience} | ${event.text} | ${dataOf(event)} |`,
  )
  return `# Events

Every command records one event. This table is made from the declarations (\`npm run events\`). *For* says who may ever read it: users of the account, vendor staff, or the user it is about and administrators. A \`?\` marks members that an event may lack; \`changes\` holds the value before and after of each field that changed.

| event | for | text | data |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

function dataOf({ data }: EventType): string {
  return Object.entries(data)
    .map(([name, shape]) => {
      const schema = z.toJSONSchema(shape as z.ZodMiniType, { unrepresentable: 'any' })
      const members = name === 'changes' ? Object.keys(schema.properties ?? {}) : []
      const isOptional = shape instanceof z.ZodMiniOptional
      return `\`${name}${isOptional ? '?' : ''}\`${members.length > 0 ? ` (${members.join(', ')})` : ''}`
    })
    .join(', ')
}
