import type { Reply } from '#kit/web/data/call.ts'
import type { Query } from '#kit/web/data/query.ts'
import { AttemptBars } from '#kit/web/look/attempts.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge, formatDateTime } from '#kit/web/time/time.ts'
import type { ConnectionMessage, listConnectionMessages } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './connection.module.css'
import { type Lane, lanesOf } from './lanes.ts'
import queue from './message-queue.module.css'

/** Boxes of a lane; of more messages the number is shown. */
const MOST_BOXES = 6

/** The messages that wait, a lane for each record: they are sent from left to right. */
export function MessageQueue(props: {
  count: number
  query: Query<Reply<typeof listConnectionMessages>>
  dead: readonly ConnectionMessage[]
}) {
  const t = useText()
  const { count, query, dead } = props
  return (
    <Card flush title={t('queue')} note={count > 0 ? t('queueCount', { count }) : t('queueNote')}>
      <QueryView query={query} rows={1}>
        {({ _embedded: { messages } }) => (
          <Lanes count={count} lanes={lanesOf(messages, dead)} shown={messages.length} />
        )}
      </QueryView>
    </Card>
  )
}

function Lanes({ count, lanes, shown }: { count: number; lanes: readonly Lane[]; shown: number }) {
  const t = useText()
  if (lanes.length === 0) return <p className={classes.empty}>{t('noQueue')}</p>
  return (
    <>
      <ul className={classes.messages}>
        {lanes.map((one) => (
          <li key={one.record}>
            <LaneOfRecord lane={one} />
          </li>
        ))}
      </ul>
      {shown > 0 && count > shown && <p className={classes.empty}>{t('queueMore', { count: count - shown })}</p>}
    </>
  )
}

function LaneOfRecord({ lane: { dead, waiting } }: { lane: Lane }) {
  const t = useText()
  const [next, ...later] = waiting
  const boxes = waiting.slice(0, MOST_BOXES)
  return (
    <div className={classes.message}>
      <div className={queue.lane}>
        <span>{next.title}</span>
        <ol
          className={queue.boxes}
          aria-label={t('lane', { waiting: waiting.length, dead: dead.length })}
          translate="no"
        >
          {dead.slice(0, MOST_BOXES).map(({ id, title }) => (
            <li key={id} className={queue.box} data-dead title={title}>
              ×
            </li>
          ))}
          {boxes.map(({ id, title }, index) => (
            <li key={id} className={queue.box} title={title}>
              {index + 1}
            </li>
          ))}
          {waiting.length > MOST_BOXES && <li className={classes.quiet}>+{waiting.length - MOST_BOXES}</li>}
        </ol>
      </div>
      <Facts message={next} />
      {later.length > 0 && (
        <details className={queue.later}>
          <summary>{t('later', { count: later.length })}</summary>
          <ol>
            {later.map((message) => (
              <li key={message.id}>
                {message.title}
                <Facts message={message} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

function Facts({ message: { error, attempts, nextTryAt, postedAt } }: { message: ConnectionMessage }) {
  const t = useText()
  return (
    <>
      {error && <span className={classes.error}>{error}</span>}
      <span className={classes.quiet}>
        {attempts > 0 && (
          <>
            <AttemptBars count={attempts} succeeded={false} label={t('attempts', { count: attempts })} />{' '}
          </>
        )}
        {[
          t('waits', { at: formatAge(postedAt) }),
          error && nextTryAt && t('nextTry', { at: formatDateTime(nextTryAt) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}
