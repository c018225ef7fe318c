import type { ConnectionMessage } from '../contract.ts'

/** The messages about one record: its dead letters, and what waits, in the order in which it is sent. */
export type Lane = {
  readonly record: string
  readonly dead: readonly ConnectionMessage[]
  readonly waiting: readonly [ConnectionMessage, ...ConnectionMessage[]]
}

/** The waiting messages by record, the record with the oldest message first. */
export function lanesOf(waiting: readonly ConnectionMessage[], dead: readonly ConnectionMessage[]): Lane[] {
  const lanes = new Map<string, [ConnectionMessage, ...ConnectionMessage[]]>()
  for (const message of waiting) {
    const lane = lanes.get(message.record)
    if (lane) lane.push(message)
    else lanes.set(message.record, [message])
  }
  return [...lanes].map(([record, messages]) => ({
    record,
    dead: dead.filter((message) => message.record === record),
    waiting: messages,
  }))
}
