import { refresh } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import {
  connectionsChanged,
  countConnectionCalls,
  listConnectionCalls,
  listConnectionContracts,
  listConnectionMessages,
  listConnections,
  readConnection,
} from '../contract.ts'

/** Fetches again what the page shows of connections (of one alone, where it is named) when it changed. */
export function useLiveConnections(id?: string): void {
  useTopic(connectionsChanged, {}, (message) => {
    if (message && id && message.id !== id) return
    void refresh(
      listConnections,
      readConnection,
      countConnectionCalls,
      listConnectionCalls,
      listConnectionMessages,
      listConnectionContracts,
    )
  })
}
