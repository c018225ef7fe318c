import { changesOf } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuseField } from '#kit/server/refusal.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import { changeMySettings, readMe, readMySettings, settingsChanged } from '../contract.ts'
import { readPerson } from './me.ts'
import { changeSettings, settingsOf } from './settings.ts'

const LARGEST = 100_000

/** Serves who one is, and one's settings. */
export function serveMe(portal: Portal): void {
  serve(portal, readMe, ({ session }) => readPerson(portal, session))
  serve(portal, readMySettings, ({ session }) => settingsOf(portal.db, session.personId))
  serveWrite(portal, changeMySettings, async ({ tx, session, body, record }) => {
    if (body.timeZone && !isTimeZone(body.timeZone)) refuseField('timeZone', 'must be a time zone like Europe/Oslo')
    for (const name of ['views', 'columns'] as const) {
      if (JSON.stringify(body[name] ?? {}).length > LARGEST) refuseField(name, 'must have at most 100 kB in all')
    }
    const before = await settingsOf(tx, session.personId)
    await changeSettings(tx, session.personId, body)
    const changes = changesOf<object>(before, body)
    if (Object.keys(changes).length > 0) await record(settingsChanged, { subject: session.personId, data: { changes } })
    return settingsOf(tx, session.personId)
  })
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
