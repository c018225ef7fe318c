import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { auditRecorded, listAudit, readAudit, searchLogbook } from '../contract.ts'
import { eventWords, subjectOf, useActorName } from './event-text.ts'
import classes from './recent-activity.module.css'
import { useText } from './text.ts'

const LINES = 8
/** Fetched to include the latest: imported events are recorded later than they happened. */
const RECORDED = 50
const OWN_LINES = 6

type Line = { id: string; at: string; name: string; by: string; subject: string }

/** Recent events of the account; users who may not read its audit log see their own logbook. */
export function RecentActivity({ account }: { account: string }) {
  const t = useText()
  const whole = useAllows(readAudit, account)
  const lines = useLines(account, whole)
    ?.toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, LINES)
  return (
    <Card title={t(whole ? 'activity.title' : 'activity.mine')}>
      {!lines && <LoadingRows rows={4} />}
      {lines?.length === 0 && <p className={classes.none}>{t('activity.none')}</p>}
      <ul className={classes.lines}>
        {lines?.map((line) => (
          <li key={line.id} className={classes.line}>
            <Avatar name={line.by} size={24} />
            <span className={classes.words} title={`${line.by} ${eventWords(t, line.name, line.subject)}`}>
              <strong>{line.by}</strong> {eventWords(t, line.name, line.subject)}
            </span>
            <span className={classes.age}>
              <Age at={line.at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useLines(account: string, whole: boolean): readonly Line[] | undefined {
  const actor = useActorName()
  const audit = useQueryOf(listAudit, { query: { account, size: RECORDED } }, { enabled: whole })
  const logbook = useQueryOf(searchLogbook, { query: { size: OWN_LINES } }, { enabled: !whole })
  useTopic(auditRecorded, {}, () => void refresh(listAudit, searchLogbook))
  if (whole) {
    return audit.data?._embedded.entries.filter(isNotRepeated).map(({ data, ...entry }) => {
      const who = { ...entry, by: entry.by?.fullName ?? null }
      const thing = typeof data.what === 'string' ? data.what : (entry.subjectId ?? '')
      return { ...who, by: actor(who), subject: subjectOf(who, thing) }
    })
  }
  return logbook.data?._embedded.entries.map((entry) => ({
    ...entry,
    by: actor(entry),
    subject: subjectOf(entry, entry.what ?? entry.subjectId ?? ''),
  }))
}

/** Not the same action of the portal as a newer entry: what it does for many things at once is one line. */
function isNotRepeated({ name, by }: Entry, index: number, all: readonly Entry[]): boolean {
  return by !== null || all.findIndex((other) => other.by === null && other.name === name) === index
}
type Entry = { readonly name: string; readonly by: object | null }
