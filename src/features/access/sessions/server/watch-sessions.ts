import pg from 'pg'
import type { Logger } from 'pino'

/** A session that ended, a user whose permissions changed, or, with neither, possibly those of all users. */
export type SessionChange = { readonly sessionId?: string; readonly userId?: string }

const AGAIN_MS = 1_000

/** Listens for changes of sessions and permissions on its own connection, which is reopened when lost. */
export function watchSessions(
  url: string,
  log: Logger,
  onChange: (change: SessionChange) => void,
): { close(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'headend sessions' })
    client = next
    next.on('error', again)
    next.on('end', again)
    next.on('notification', ({ channel, payload = '' }) => onChange(changeOf(channel, payload)))
    try {
      await next.connect()
      await next.query('listen sessions; listen permissions')
      onChange({})
    } catch (failure) {
      log.debug({ err: failure }, 'word of sessions waits for the database')
      again()
    }
  }

  function again(): void {
    if (isClosed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, AGAIN_MS)
  }

  void connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}

function changeOf(channel: string, payload: string): SessionChange {
  if (payload === '') return {}
  return channel === 'sessions' ? { sessionId: payload } : { userId: payload }
}
