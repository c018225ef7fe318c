/**
 * `node dist/server/catalogue.program.js FILE` writes what the declarations say: the table of events or of notifications
 * (`.md`), the texts of events or those of permissions for the browser (`event-texts…`, `permission-texts…`).
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { declaredEvents, type EventType } from '#kit/contract/event.ts'
import { everyPermission } from '#kit/contract/permission.ts'
import { type NotificationGroup, notificationGroups, notificationKinds } from '#kit/server/notification.ts'

/** This folder's parent: `dist` after the build. */
const root = join(import.meta.dirname, '..')
for (const path of readdirSync(join(root, 'features'), { recursive: true, encoding: 'utf8' }))
  if (/(^|[\\/])contract(\.[jt]s|[\\/][\w-]+\.[jt]s)$/.test(path)) await import(join(root, 'features', path))

const [, , file = 'docs/events.md'] = process.argv
writeFileSync(file, await contentOf(file))

async function contentOf(path: string): Promise<string> {
  if (path.endsWith('notifications.md')) return notificationTable()
  if (path.endsWith('.md')) return table()
  return path.includes('permission') ? permissionTexts() : eventTexts()
}

/** Kinds of notification stand in the server's files of their features: all are loaded with the product. */
async function notificationTable(): Promise<string> {
  await import('./app.ts')
  const ofGroup = ({ name, text, note, required, subscription }: NotificationGroup) => {
    const kinds = notificationKinds().filter(({ group }) => group.name === name)
    const rows = kinds.map(
      (kind) =>
        `| \`${kind.name}\` | ${kind.title} | ${kind.text.replace(/\n+/g, ' ').replaceAll('|', '\\|').trim()} | ${kind.mailOnly ? 'mail alone' : kind.urgent ? 'at once' : ''} |`,
    )
    const how = required
      ? ' Users cannot switch them off.'
      : subscription
        ? ` Mail is also switched by the subscription ${subscription}.`
        : ''
    return `## ${text}\n\n${note}${how}\n\n| kind | title | text | how |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  }
  return `# Notifications\n\nWhat users are notified of, made from the declarations (\`npm run catalogue\`). Users choose for each group whether it stands in the inbox, is mailed (at once, in a daily or a weekly digest) and is shown by their browsers.\n\n${notificationGroups().map(ofGroup).join('\n')}`
}

/** The texts of events by name; `-self` marks the text where the actor is the subject. */
function eventTexts(): string {
  const entries = declaredEvents().flatMap(({ name, text, selfText }) => {
    const key = name.replace('.', '-')
    return [[key, text], ...(selfText === undefined ? [] : [[`${key}-self`, selfText]])] as [string, string][]
  })
  return constant('eventTexts', 'events', entries)
}

/** The texts of permissions by name. */
function permissionTexts(): string {
  const entries = everyPermission().map(({ name, text }): [string, string] => [name.replaceAll(':', '-'), text])
  return constant('permissionTexts', 'permissions', entries.sort())
}

function constant(name: string, kind: string, entries: readonly (readonly [string, string])[]): string {
  const lines = entries.map(([key, text]) => line(key, text))
  return `// Made by \`npm run catalogue\` from the declarations of the ${kind}.\nexport const ${name} = {\n${lines.join('')}} as const\n`
}

function line(key: string, text: string): string {
  return `  '${key}': ${text.includes("'") ? JSON.stringify(text) : `'${text}'`},\n`
}

function table(): string {
  const rows = declaredEvents().map(
    (event) => `| \`${event.name}\` | ${event.audience} | ${event.text} | ${dataOf(event)} |`,
  )
  return `# Events

Every command records one event. This table is made from the declarations (\`npm run catalogue\`). *For* says who may ever read it: users of the account, vendor staff, or the user it is about and administrators. A \`?\` marks members that an event may lack; \`changes\` holds the value before and after of each field that changed.

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
