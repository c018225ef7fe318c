import { changesOf } from '#kit/server/events/event.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { changeMySettings, readMe, readMySettings, settingsChanged } from '../contract.ts'
import { readUser } from './me.ts'
import { changeSettings, settingsOf } from './settings.ts'

const LARGEST = 100_000

/** Serves the own profile and settings. */
export function serveMe(portal: AppContext): void {
  serve(portal, readMe, ({ session }) => readUser(portal, session))
  serve(portal, readMySettings, ({ session }) => settingsOf(portal.db, session.userId))
  registerCommand(portal, changeMySettings, async ({ tx, session, body, record }) => {
    if (body.timeZone && !isTimeZone(body.timeZone))
      throwFieldProblem('timeZone', 'must be a time zone like Europe/Oslo')
    for (const name of ['views', 'columns'] as const) {
      if (JSON.stringify(body[name] ?? {}).length > LARGEST) throwFieldProblem(name, 'must have at most 100 kB in all')
    }
    const before = await settingsOf(tx, session.userId)
    await changeSettings(tx, session.userId, body)
    const changes = changesOf(before, body)
    if (Object.keys(changes).length > 0) await record(settingsChanged, { subject: session.userId, data: { changes } })
    return settingsOf(tx, session.userId)
  })
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
