import type { AnalyticsPlanSystem, HeldPlan } from '#features/subscriptions/analytics-plans/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { VendorErrorDetail } from '#kit/server/vendor/vendor-response.ts'
import { adapterTexts } from '../texts.ts'
import { analyticsPlansShapes, PlanPage } from './analytics-plans-shapes.ts'

const rate = { perSecond: 10, burst: 20 }
/** Plans are small: a system that needs longer does not respond. */
const TIMEOUT_MS = 5_000
const PAGE = 200
/** Pages that are read at most: 50,000 accounts. */
const MOST_PAGES = 250

/** Any analytics system that serves the calls of `docs/analytics-plans-api.md`: JSON over HTTP, with a bearer token. */
export const analyticsPlansApi: AnalyticsPlanSystem = {
  system: 'analytics-plans-api',
  name: adapterTexts.name,
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.urlHelp },
    { name: 'token', label: adapterTexts.token, type: 'secret', required: true },
  ],
  open({ settings: { url = '', token = '' }, fetch }) {
    const authorize = (headers: Headers) => headers.set('authorization', `Bearer ${token}`)
    const send = fetch({ rate, timeoutMs: TIMEOUT_MS, authorize, explain, shapes: analyticsPlansShapes })
    const base = `${url.endsWith('/') ? url.slice(0, -1) : url}/plans`

    async function page(limit: number, after: string | null) {
      const query = new URLSearchParams({ limit: String(limit), ...(after === null ? {} : { after }) })
      const response = await send(new Request(`${base}?${query}`))
      return PlanPage.parse(await response.json())
    }
    return {
      check: async () => void (await page(1, null)),
      async put(plan) {
        const body = JSON.stringify(plan)
        const headers = { 'content-type': 'application/json' }
        await send(new Request(`${base}/${encodeURIComponent(plan.account)}`, { method: 'PUT', headers, body }))
      },
      async read() {
        const plans: HeldPlan[] = []
        let after: string | null = null
        for (let count = 0; count < MOST_PAGES; count += 1) {
          const { plans: some, next } = await page(PAGE, after)
          plans.push(...some)
          if (next === null || next === undefined) return plans
          after = next
        }
        throw new IntegrationError(`${adapterTexts.name} has no last page of plans.`, { fault: 'garbled' })
      },
    }
  },
}

/** Errors are `{message}`. */
function explain(body: unknown): VendorErrorDetail {
  const { message } = (body ?? {}) as { message?: unknown }
  return { text: typeof message === 'string' ? message.slice(0, 200) : undefined }
}
