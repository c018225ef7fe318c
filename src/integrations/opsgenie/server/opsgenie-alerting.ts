import { setTimeout as sleep } from 'node:timers/promises'
import type { Alerting, AlertThere, SentAlert } from '#features/monitoring/incident-alerts/server/index.ts'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { adapterTexts } from '../texts.ts'
import type { OpsgenieAlert, OpsgenieEdition, RequestResult } from './opsgenie-editions.ts'

/** A request is usually processed within a second. */
const WAITS_MS = [50, 150, 300, 500, 1_000, 2_000, 4_000]
const rate = { perSecond: 10, burst: 20 }

/** Alerts over the API of Opsgenie: a change is accepted with a request id, and its outcome is read afterwards. */
export function opsgenieAlerting(
  { settings, fetch }: OpenedConnection,
  edition: OpsgenieEdition,
): Omit<Alerting, 'read'> {
  const base = (settings.url ?? '').replace(/\/$/, '')
  const send = fetch({
    rate,
    shapes: edition.shapes,
    authorize: edition.authorize,
    explain: (body) => ({ text: (body as { message?: string } | null)?.message }),
  })

  async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const headers = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) }
    const request = new Request(`${base}${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    return (await send(request)).json()
  }

  /** Undefined instead of an error for what is not there. */
  async function ifThere(path: string): Promise<unknown> {
    return call('GET', path).catch((failure: unknown) => {
      if (failure instanceof IntegrationError && failure.fault === 'missing') return undefined
      throw failure
    })
  }

  async function change(path: string, body: object): Promise<void> {
    const { requestId } = (await call('POST', path, body)) as { requestId: string }
    for (const wait of WAITS_MS) {
      const reply = await ifThere(`${edition.alerts}/requests/${encodeURIComponent(requestId)}`)
      if (reply !== undefined) {
        // Jira Service Management has the result itself where Opsgenie has an envelope.
        const result = edition.unwrap(reply) as RequestResult
        if (result.isSuccess ?? result.success) return
        throw new IntegrationError(fillText(adapterTexts.unsuccessful, { status: result.status ?? '' }), {
          fault: 'rejected',
        })
      }
      await sleep(wait)
    }
    throw new IntegrationError(adapterTexts.unprocessed, { fault: 'timeout' })
  }

  const create = (alert: SentAlert, more: object = {}) =>
    change(edition.alerts, {
      message: alert.message,
      alias: alert.alias,
      ...(alert.description === '' ? {} : { description: alert.description }),
      priority: alert.priority,
      tags: alert.tags,
      ...edition.details(alert),
      source: 'Headend',
      ...(settings.team ? { responders: [{ type: 'team', id: settings.team }] } : {}),
      ...more,
    })
  const act = ({ id }: AlertThere, action: string, by: string) =>
    change(`${edition.alerts}/${encodeURIComponent(id)}/${action}`, { note: fillText(adapterTexts.note, { by }) })

  return {
    check: async () => void (await call(edition.check.method, edition.check.path, edition.check.body)),
    async find(alias) {
      const open = await ifThere(edition.byAlias(alias))
      // An alias names open alerts alone.
      const alert = open
        ? (edition.unwrap(open) as OpsgenieAlert)
        : (edition.unwrap(await call('GET', edition.search(`alias: "${alias}"`))) as OpsgenieAlert[])[0]
      return alert?.alias === alias ? thereOf(alert) : undefined
    },
    create: (alert) => create(alert),
    repeat: (_, alert) => create(alert, { note: adapterTexts.again }),
    acknowledge: (there, by) => act(there, 'acknowledge', by),
    close: (there, by) => act(there, 'close', by),
  }
}

function thereOf({ id, status, acknowledged, count }: OpsgenieAlert): AlertThere {
  const state = status === 'closed' ? 'CLOSED' : acknowledged ? 'ACKNOWLEDGED' : 'OPEN'
  return { id, state, occurrences: count ?? 1 }
}
