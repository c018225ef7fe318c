// Metrics: the largest bodies of samples, and queries over them.
import { remoteWrite } from '../remote-write.mjs'

const SERIES = 20_000
const pad = 'x'.repeat(60)

export async function* metricOperations({ as, made, client, app }) {
  const {
    rows: [deployment],
  } = await client.query(
    `select d.id::text, a.name as account from deployments d join accounts a on a.id = d.account_id where a.deleted_at is null order by d.id limit 1`,
  )
  const { token } = await made('POST', `/api/plugins/analytics/deployments/${deployment.id}/tokens`, { name: 'bench' })
  const ingest = (type, body, encoding) => async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': type,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    }
    const response = await fetch(`${app.url}/api/ingest/metrics`, { method: 'POST', headers, body })
    return `${response.status}${response.status === 204 ? '' : ` ${(await response.text()).slice(0, 60)}`}`
  }
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const labels = (index) => ({
    __name__: 'bench_total',
    ccap: `core${index % 50}`,
    rpd: `RPD-${index}`,
    md: `${index}:0`,
  })
  const body = (series, minutes, more = () => ({})) =>
    remoteWrite(
      Array.from({ length: series }, (_, index) => ({
        labels: { ...labels(index), ...more(index) },
        samples: Array.from({ length: minutes }, (_one, minute) => [now - (minutes - minute) * 60_000, index + minute]),
      })),
    )
  const snappy = 'application/x-protobuf'
  await ingest(snappy, body(10, 10), 'snappy')()
  yield {
    name: 'remote write',
    input: `${SERIES} new series, 10 samples each`,
    call: ingest(snappy, body(SERIES, 10), 'snappy'),
  }
  yield {
    name: 'remote write',
    input: `${SERIES} known series, 50 samples each (16 MB)`,
    call: ingest(snappy, body(SERIES, 50), 'snappy'),
  }
  yield {
    name: 'remote write',
    input: '32 MB of labels that are rejected',
    call: ingest(
      snappy,
      body(20_000, 1, () => ({ é: 'x'.repeat(1300) })),
      'snappy',
    ),
  }
  yield {
    name: 'remote write',
    input: '1 series, 1.4 million samples (32 MB)',
    call: ingest(snappy, body(1, 1_400_000), 'snappy'),
  }
  const lines = Array.from(
    { length: 330_000 },
    (_, index) => `bench_text{rpd="RPD-${index % SERIES}",md="${pad}"} ${index}`,
  )
  yield { name: 'send metrics as text', input: '32 MB', call: ingest('text/plain', `${lines.join('\n')}\n`) }
  const long = `a{${'a="b",'.repeat(5_000_000)}} 1\n`
  yield { name: 'send metrics as text', input: 'one line of 30 MB', call: ingest('text/plain', long) }
  const samples = Array.from({ length: 200_000 }, (_, index) => ({
    name: 'bench_json',
    labels: { rpd: `RPD-${index % SERIES}`, md: pad },
    value: index,
    time: now,
  }))
  yield { name: 'send metrics as JSON', input: '30 MB', call: ingest('application/json', JSON.stringify({ samples })) }

  const query =
    (text, more = '') =>
    async () => {
      const range = more === '' ? `&start=${now / 1000 - 3600}&end=${now / 1000}&step=60` : more
      const answer = await as(
        'GET',
        `/api/prometheus/api/v1/query_range?account=${deployment.account}&query=${encodeURIComponent(text)}${range}`,
      )
      return `${answer.status}${answer.status === 200 ? '' : ` ${answer.text.slice(0, 90)}`}`
    }
  const steps = `&start=${now / 1000 - 11_000}&end=${now / 1000}&step=1`
  await query('bench_total{rpd="RPD-1"}')()
  for (const [name, text, more] of [
    ['all series, an hour', 'bench_total'],
    ['sum of all', 'sum(bench_total)'],
    ['sum by a label of all', 'sum by (rpd) (bench_total)'],
    ['topk of all', 'topk(100, bench_total)'],
    ['quantile of all, 1,000 steps', 'quantile by (ccap) (0.9, bench_total{ccap="core1"})', steps],
    ['join of all with all', 'bench_total + on (rpd) bench_total'],
    ['all and all', 'bench_total and bench_total'],
    ['all or all', 'bench_total or (bench_total * 2)'],
    ['rate of all', 'rate(bench_total[10m])'],
    ['11,000 steps of 400 series', 'bench_total{ccap="core1"}', steps],
    ['one comparison of 11,000 steps', 'bench_total{ccap="core1"} > 5', steps],
    ['a subquery of 11,000 steps', 'max_over_time(rate(bench_total{rpd="RPD-1"}[5m])[3h:1s])', steps],
    ['a subquery in a subquery', 'max_over_time(max_over_time(bench_total{rpd="RPD-1"}[1h:1s])[1h:1s])'],
    ['a quantile of a long subquery', 'quantile_over_time(0.5, bench_total{rpd="RPD-1"}[3h:1s])', steps],
    ['subquery of a year by the second', 'sum_over_time(vector(1)[365d:1s])'],
    ['4,000 numbers, 11,000 steps', `${'1+'.repeat(4000)}1`, steps],
    ['4,000 minuses', `${'-'.repeat(4000)}1`, steps],
    ['4,000 parentheses', `${'('.repeat(2000)}1${')'.repeat(2000)}`],
    ['400 selectors', Array.from({ length: 400 }, () => 'sum(bench_total)').join('+')],
    [
      'a regular expression over all',
      `bench_total{rpd=~"(${Array.from({ length: 400 }, (_, index) => `.*${index}.*`).join('|')})"}`,
    ],
    ['a nested regular expression', 'bench_total{rpd=~"((((a*)*)*)*){100}b"}'],
  ])
    yield { name: 'PromQL over a range', input: name, call: query(text, more) }
  yield {
    name: 'PromQL at a time',
    input: 'range of all',
    call: async () =>
      (
        await as(
          'GET',
          `/api/prometheus/api/v1/query?account=${deployment.account}&query=${encodeURIComponent('bench_total[1h]')}`,
        )
      ).status,
  }
  yield {
    name: 'series of Prometheus',
    input: '20,000',
    call: async () =>
      (await as('GET', `/api/prometheus/api/v1/series?account=${deployment.account}&match[]=bench_total`)).status,
  }
  yield {
    name: 'labels of Prometheus',
    input: '20 selectors of 20,000 series',
    call: async () =>
      (
        await as(
          'GET',
          `/api/prometheus/api/v1/labels?account=${deployment.account}&${Array.from({ length: 20 }, () => 'match[]=bench_total').join('&')}`,
        )
      ).status,
  }
}
