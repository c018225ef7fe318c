import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { Reaction } from '#kit/server/events/pump.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { Portal } from '#kit/server/portal.ts'
import { type CaseNews, newsOf, toldOf } from './case-news.ts'

const filed = ['case.created', 'case.internal-created']
const mailed = [...filed, 'case.commented', 'case.internally-commented', 'case.moved', 'case.internal-moved']

/** Mail to those whom an event of a case concerns, unless they want none. */
export function mailReactions(portal: Portal): Reaction[] {
  return mailed.map((event) => ({
    event,
    name: 'case-mail',
    async run(recorded, tx) {
      const news = recorded.data.imported ? undefined : await newsOf(recorded, tx)
      if (!news) return
      for (const { id, username, blocked } of await toldOf(recorded, news, tx)) {
        if (blocked) continue
        await queueMail(tx, {
          to: username,
          subject: `[${news.key}] ${news.subject}`,
          paragraphs: [headingOf(recorded, news), ...saidIn(recorded)],
          link: { label: 'Open the case', url: linkOf(portal, news) },
          key: `case ${recorded.id} ${id}`,
        })
      }
    },
  }))
}

function headingOf({ name, actorName, data }: RecordedEvent, { key, priority }: CaseNews): string {
  const who = actorName ?? 'Somebody'
  if (filed.includes(name)) return `${who} filed ${key} (priority ${words(priority)}).`
  const status = (data.changes as { status?: [string, string] } | undefined)?.status
  const moved = status ? ` It went from ${words(status[0])} to ${words(status[1])}.` : ''
  if (name === 'case.internally-commented') return `${who} wrote an internal comment in ${key}.`
  return name === 'case.commented' ? `${who} wrote in ${key}.${moved}` : `${who} changed ${key}.${moved}`
}

/** What was written, as paragraphs of plain text: Markdown is shown as typed. */
function saidIn({ data }: RecordedEvent): string[] {
  const { comment, internalComment } = (data.changes ?? {}) as Record<string, [unknown, string] | undefined>
  const text = (comment ?? internalComment)?.[1] ?? ''
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')
}

function linkOf(portal: Portal, { account, accountId, internal, key }: CaseNews): string {
  return `${portal.publicUrl()}/${account}/${accountId}/${internal ? 'internal/' : ''}support/customerCases?id=${key}&tab=activity`
}

function words(value: string): string {
  return value.toLowerCase().replaceAll('_', ' ')
}
