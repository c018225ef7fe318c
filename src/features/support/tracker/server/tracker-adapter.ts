import {
  type Adapter,
  type AdapterField,
  type Connector,
  openConnector,
} from '#features/platform/connections/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { pageTexts } from '../texts.ts'
import { deliver, publishSettled } from './deliver.ts'
import { jiraSignature, receiveHook } from './hooks.ts'
import { projectOf } from './project-store.ts'
import type { Tracker, TrackerSystem } from './tracker.ts'

/** Cases whose messages go to one tracker at once. */
const CASES_AT_ONCE = 8
const trackers = new WeakMap<Connector, Tracker>()

/** A tracker as a connection of the frame: its settings form, its test, its messages and its events. */
export function trackerAdapter(system: TrackerSystem): Adapter {
  const { port, name, tokenOnly, fields } = system
  const text = pageTexts.field
  const login: AdapterField[] = tokenOnly
    ? []
    : [{ name: 'username', label: text.username, type: 'text', required: true, help: text.usernameHelp }]
  return {
    port,
    system: system.system,
    name,
    fields: [
      { name: 'url', label: text.url, type: 'url', required: true, help: text.urlHelp },
      ...login,
      { name: 'secret', label: tokenOnly ? text.personalToken : text.secret, type: 'secret', required: true },
      ...fields,
      { name: 'hookSecret', label: text.hookSecret, type: 'secret' },
    ],
    describe: ({ operation, subject }) => fillText(operationText(operation), { key: subject }),
    messagesAtOnce: CASES_AT_ONCE,
    replays: true,
    settled: publishSettled,
    hook: { scheme: jiraSignature, secret: 'hookSecret' },
    open(connection) {
      const { portal, id } = connection
      const tracker = system.open(connection)
      const connector: Connector = {
        deliver: (message) => deliver({ portal, connection: id, tracker }, message),
        receive: (event) => receiveHook(portal, id, event),
        test: async () => tracker.check((await projectOf(portal.db, id))?.projectKey ?? null),
      }
      trackers.set(connector, tracker)
      return connector
    },
  }
}

/** The tracker of a connection, for jobs that call it; `fresh` for one attempt of a call, with a closed circuit. */
export async function openTracker(
  portal: AppContext,
  connection: string,
  options: { fresh?: boolean } = {},
): Promise<Tracker> {
  const tracker = trackers.get(await openConnector(portal, connection, options))
  if (!tracker) throw new Error(`${connection} is no tracker`)
  return tracker
}

function operationText(operation: string): string {
  const texts: Readonly<Record<string, string>> = pageTexts.operation
  return texts[operation] ?? operation
}
