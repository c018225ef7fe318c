import { useQueryOf } from '#kit/web/data/query.ts'
import { type Connection, listConnectionMessages } from '../contract.ts'
import { DeadLetters } from './dead-letters.tsx'
import { MessageQueue } from './message-queue.tsx'
import { ReplayDay } from './replay-day.tsx'

const SHOWN = 100

/** The dead letters of a connection, to be sent again or dropped, and the messages that wait. */
export function ConnectionMessages({ connection }: { connection: Connection }) {
  const { id, waiting: count } = connection
  const dead = useMessages(id, 'FAILED')
  const waiting = useMessages(id, 'WAITING')
  return (
    <>
      <DeadLetters id={id} query={dead} />
      <MessageQueue count={count} query={waiting} dead={dead.data?._embedded.messages ?? []} />
      {connection.canReplay && <ReplayDay id={id} />}
    </>
  )
}

/** Reads the oldest messages of a connection in a state. */
export function useMessages(id: string, state: 'WAITING' | 'FAILED') {
  const requested = { params: { id }, query: { state: [state], size: SHOWN } }
  return useQueryOf(listConnectionMessages, requested, { keep: true })
}
