import { AttemptBars } from '#kit/web/look/attempts.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { formatAge, formatDateTime } from '#kit/web/time/time.ts'
import type { ConnectionMessage } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './connection.module.css'
import { type Lane, lanesOf } from './lanes.ts'
import queue from './message-queue.module.css'

/** Boxes of a lane; of more messages the number is shown. */
const MOST_BOXES = 6

/** The messages that wait, a lane for each record: they are sent from left to right. */
export function MessageQueue(props: {
  count: number
  waiting: readonly ConnectionMessage[] | undefined
  dead: readonly ConnectionMessage[]
}) {
  const t = useText()
  const { count, waiting, dead } = props
  const lanes = waiting && lanesOf(waiting, dead)
  const shown = waiting?.length ?? 0
  return (
    <Card flush title={t('queue')} note={count > 0 ? t('queueCount', { count }) : t('queueNote')}>
      {!lanes && <LoadingRows rows={1} />}
      {lanes?.length === 0 && <p className={classes.empty}>{t('noQueue')}</p>}
      <ul className={classes.messages}>
        {lanes?.map((one) => (
          <li key={one.record}>
            <LaneOfRecord lane={one} />
          </li>
        ))}
      </ul>
      {shown > 0 && count > shown && <p className={classes.empty}>{t('queueMore', { count: count - shown })}</p>}
    </Card>
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
