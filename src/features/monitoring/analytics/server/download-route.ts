import { sql } from 'kysely'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { OutboundRequestBlocked } from '#kit/server/outbound.ts'
import { outboundFetch, requireOutside } from '#kit/server/outbound-fetch.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import { analyticsProblems, downloadFromAnalytics } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { requireAccount } from './config-routes.ts'

const TIMEOUT_MS = 30_000
const LARGEST = 64 * 1024 * 1024

/** Serves downloads from the analytics of an account: through the portal, so that browsers never call it. */
export function serveDownload(portal: AppContext): void {
  const { db, config } = portal
  registerStream(portal, downloadFromAnalytics, async ({ session, body, reply }) => {
    const { id } = await requireAccount(db, session, { name: body.account, permission: readAnalytics })
    const url = checkAddress(body.url, config.privateHosts)
    const { rows } = await sql<{ address: string }>`
      select address from deployments d join deployment_analytics s on s.deployment_id = d.id
        cross join lateral (values (s.api_url), (s.portal_url)) given(address) where d.account_id = ${id} and address is not null`.execute(
      db,
    )
    if (!rows.some(({ address }) => URL.parse(address)?.origin === url.origin)) block(serverTexts.foreignAddress)
    const fetch = outboundFetch(config.privateHosts, { timeoutMs: TIMEOUT_MS, largest: LARGEST })
    const response = await fetch(url.href, { method: 'GET' }).catch((failure: unknown) => {
      if (failure instanceof OutboundRequestBlocked) block(failure.message)
      throw failure
    })
    if (response.status !== 200) block(`${serverTexts.status} ${response.status}`)
    const name = (url.pathname.split('/').at(-1) || 'download').replaceAll(/[^\w.-]/g, '-')
    return reply
      .header('content-type', 'application/octet-stream')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Buffer.from(await response.arrayBuffer()))
  })
}

function checkAddress(address: string, privateHosts: readonly string[]): URL {
  try {
    return requireOutside(address, privateHosts)
  } catch (failure) {
    block((failure as Error).message)
  }
}

function block(reason: string): never {
  throwProblem(analyticsProblems['download-address-blocked'], { reason })
}
