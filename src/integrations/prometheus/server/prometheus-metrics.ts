import type { MetricSystem } from '#features/monitoring/metrics/server/index.ts'
import type { LabelSet, Matcher, StoredSeries } from '#features/monitoring/promql/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { VendorErrorDetail } from '#kit/server/vendor/vendor-response.ts'
import { adapterTexts } from '../texts.ts'
import { LabelValues, prometheusShapes, RangeSamples } from './prometheus-shapes.ts'

const rate = { perSecond: 20, burst: 40 }
const TIMEOUT_MS = 10_000
/** How far back a deployment must have had samples. */
const LATELY_MS = 3 * 3_600_000
const OWN_LABEL = 'deployment'

type Settings = Readonly<Record<string, string | undefined>>

/** Any system with the HTTP API of Prometheus, read-only: Prometheus itself, Mimir, Thanos, VictoriaMetrics. */
export const prometheusMetrics: MetricSystem = {
  system: 'prometheus',
  name: adapterTexts.name,
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.urlHelp },
    { name: 'username', label: adapterTexts.username, type: 'text' },
    { name: 'password', label: adapterTexts.password, type: 'secret' },
    { name: 'token', label: adapterTexts.token, type: 'secret', help: adapterTexts.tokenHelp },
    { name: 'tenant', label: adapterTexts.tenant, type: 'text', help: adapterTexts.tenantHelp },
    { name: 'label', label: adapterTexts.label, type: 'text', help: adapterTexts.labelHelp },
  ],
  open({ name, settings, fetch }) {
    const send = fetch({
      rate,
      timeoutMs: TIMEOUT_MS,
      authorize: (headers) => authorize(headers, settings),
      explain,
      shapes: prometheusShapes,
    })
    const base = (settings.url ?? '').replace(/\/$/, '')
    const label = settings.label || OWN_LABEL

    async function read(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
      const response = await send(new Request(`${base}/api/v1/${path}?${new URLSearchParams(query)}`)).catch(
        (failure: unknown) => {
          throw notThere(name, failure) ?? failure
        },
      )
      return response.json()
    }
    return {
      async deployments() {
        const now = Date.now()
        const span = { start: seconds(now - LATELY_MS), end: seconds(now) }
        return new Set(LabelValues.parse(await read(`label/${encodeURIComponent(label)}/values`, span)).data)
      },
      source: (deployments) => ({
        async series(matchers, { from, to }) {
          const ownMatchers = matchers.map((one) => (one.label === OWN_LABEL ? { ...one, label } : one))
          const selector = [...ownMatchers, namesOf(label, deployments)].map(textOf).join(',')
          // A range is open at its start from version 3 on: it begins earlier, and what is too early is left out.
          const range = `{${selector}}[${Math.max(0, Math.floor(to) - Math.ceil(from)) + 1}ms]`
          const body = RangeSamples.parse(await read('query', { query: range, time: seconds(Math.floor(to)) }))
          return body.data.result
            .map(({ metric, values }) => seriesOf(labelsOf(metric, label), { values: values ?? [], from }))
            .filter(({ samples }) => samples.times.length > 0)
            .sort((a, b) => (keyOf(a.labels) < keyOf(b.labels) ? -1 : 1))
        },
      }),
    }
  },
}

function authorize(headers: Headers, { username, password = '', token, tenant }: Settings): void {
  if (token) headers.set('authorization', `Bearer ${token}`)
  else if (username) headers.set('authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
  if (tenant) headers.set('x-scope-orgid', tenant)
}

/** Errors are `{status: "error", errorType, error}`. */
function explain(body: unknown): VendorErrorDetail {
  const { error, errorType } = (body ?? {}) as { error?: unknown; errorType?: unknown }
  return {
    text: typeof error === 'string' ? error.slice(0, 200) : undefined,
    code: typeof errorType === 'string' ? errorType.slice(0, 40) : undefined,
  }
}

/** A redirect or a 404 is about the address: the calls of the API are always there. */
function notThere(name: string, failure: unknown): IntegrationError | undefined {
  if (!(failure instanceof IntegrationError) || failure.status === undefined) return undefined
  const { status } = failure
  if (status !== 404 && (status < 300 || status > 399)) return undefined
  return new IntegrationError(fillText(adapterTexts.notThere, { name, status }), { fault: 'garbled', status })
}

function namesOf(label: string, deployments: readonly string[]): Pick<Matcher, 'label' | 'op' | 'value'> {
  const [first = ''] = deployments
  if (deployments.length === 1) return { label, op: '=', value: first }
  return { label, op: '=~', value: deployments.map((name) => name.replaceAll(/[\\.^$|?*+()[\]{}]/g, '\\$&')).join('|') }
}

function textOf({ label, op, value }: Pick<Matcher, 'label' | 'op' | 'value'>): string {
  return `${label}${op}${JSON.stringify(value)}`
}

function seconds(at: number): string {
  return (at / 1000).toFixed(3)
}

/** The labels with the deployment where the portal has it; another label of that name is kept beside it. */
function labelsOf(metric: LabelSet, label: string): LabelSet {
  if (label === OWN_LABEL) return metric
  const { [label]: deployment = '', [OWN_LABEL]: other, ...labels } = metric
  return { ...labels, ...(other === undefined ? {} : { exported_deployment: other }), [OWN_LABEL]: deployment }
}

function seriesOf(
  labels: LabelSet,
  { values, from }: { values: readonly (readonly [number, string])[]; from: number },
): StoredSeries {
  const keptValues = values.map(([at, value]) => [Math.round(at * 1000), value] as const).filter(([at]) => at >= from)
  return {
    labels,
    samples: {
      times: Float64Array.from(keptValues, ([at]) => at),
      values: Float64Array.from(keptValues, ([, value]) => Number(value.replace('Inf', 'Infinity'))),
      stale: null,
    },
  }
}

function keyOf({ __name__: name = '', ...labels }: LabelSet): string {
  return `${name} ${JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))}`
}
