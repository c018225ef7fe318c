import type { Query } from '#kit/web/data/query.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { auditRecorded, listAudit, readAudit, searchLogbook } from '../contract.ts'
import { useText } from '../texts.ts'
import { subjectOf, useActorName, useEventWords } from './event-text.ts'
import classes from './recent-activity.module.css'

const LINES = 8
/** Fetched to include the latest: imported events are recorded later than they happened. */
const RECORDED = 50
const OWN_LINES = 6

type Line = { id: string; at: string; name: string; by: string; subject: string; more?: number }

/** Recent events of the account; users who may not read its audit log see their own logbook. */
export function RecentActivity({ account }: { account: string }) {
  const t = useText()
  const words = useEventWords()
  const whole = useAllows(readAudit, account)
  const query = useLines(account, whole)
  const textOf = ({ name, subject, more = 0 }: Line) => {
    const text = words(name, subject)
    return more === 0 ? text : t('activity.more', { text, count: more })
  }
  return (
    <Card title={t(whole ? 'activity.title' : 'activity.mine')}>
      <QueryView query={query} rows={4} empty={<p className={classes.none}>{t('activity.none')}</p>}>
        {(lines) => (
          <ul className={classes.lines}>
            {lines
              .toSorted((one, other) => other.at.localeCompare(one.at))
              .slice(0, LINES)
              .map((line) => (
                <li key={line.id} className={classes.line}>
                  <Avatar name={line.by} size={24} />
                  <span className={classes.words} title={`${line.by} ${textOf(line)}`}>
                    <strong>{line.by}</strong> {textOf(line)}
                  </span>
                  <span className={classes.age}>
                    <Age at={line.at} />
                  </span>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function useLines(account: string, whole: boolean): Query<readonly Line[]> {
  const actor = useActorName()
  const audit = useQueryOf(listAudit, { query: { account, size: RECORDED } }, { enabled: whole })
  const logbook = useQueryOf(searchLogbook, { query: { size: OWN_LINES } }, { enabled: !whole })
  useTopic(auditRecorded, {}, () => void refresh(listAudit, searchLogbook))
  if (whole) {
    const { data: read, error, refetch } = audit
    const data =
      read &&
      withRepeats(read._embedded.entries).map(({ entry: { data, ...entry }, more }) => {
        const who = { ...entry, by: entry.by?.fullName ?? null }
        const thing = typeof data.what === 'string' ? data.what : (entry.subjectId ?? '')
        return { ...who, by: actor(who), subject: subjectOf(who, thing), more }
      })
    return { data, error, refetch }
  }
  const { data: read, error, refetch } = logbook
  const data = read?._embedded.entries.map((entry) => ({
    ...entry,
    by: actor(entry),
    subject: subjectOf(entry, entry.what ?? entry.subjectId ?? ''),
  }))
  return { data, error, refetch }
}

/** Entries of the portal about the same action, one after the other, as one: the newest, and how many more there are. */
function withRepeats<E extends { name: string; by: object | null }>(entries: readonly E[]) {
  const lines: { entry: E; more: number }[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    if (last && entry.by === null && last.entry.by === null && last.entry.name === entry.name) last.more += 1
    else lines.push({ entry, more: 0 })
  }
  return lines
}
