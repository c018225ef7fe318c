// Records the results of Prometheus as test data of the query language: loads samples into a real Prometheus 2.42
// (`promtool tsdb create-blocks-from openmetrics`) and asks it. Needs `prometheus` and `promtool` on the PATH.
//   node tools/promql-results.mjs
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const target = new URL('../src/features/monitoring/promql/server/golden/results.ndjson', import.meta.url)
const START = Date.UTC(2026, 5, 10) / 1000
const MINUTES = 100
const PORT = 19_090

/** Series as `[labels, [offset in ms, value, …]]`: gauges, counters with resets, gaps, NaN, infinities, irregular times. */
function makeSeries() {
  const series = []
  const random = (seed) => Math.abs(Math.sin(seed * 12.9898) * 43758.5453) % 1
  const add = (labels, value, { jitter = 0, gap = () => false, every = 1 } = {}) => {
    const samples = []
    for (let minute = 0; minute < MINUTES; minute += every) {
      if (gap(minute)) continue
      const late = jitter ? Math.floor(random(minute + jitter) * 20_000) : 0
      samples.push(minute * 60_000 + late, value(minute))
    }
    series.push([labels, samples])
  }
  let number = 0
  for (const ccap of ['c1', 'c2'])
    for (const md of ['1:0', '2:0', '3:0']) {
      number += 1
      const own = number
      const place = { deployment: 'd-1', ccap, md, rpd: `RPD-${own}` }
      for (const state of ['online', 'partial', 'offline'])
        add({ __name__: 'cable_modems', ...place, state }, (m) =>
          Math.round(100 * own * random(own + m) * (state === 'online' ? 3 : 0.2)),
        )
      add(
        { __name__: 'util_ratio', ...place, direction: 'ds' },
        (m) => Number((0.3 + 0.4 * random(own * 31 + m)).toFixed(4)),
        {
          jitter: own,
          gap: (m) => own === 2 && m > 30 && m < 60,
        },
      )
      let total = 0
      add(
        { __name__: 'flaps_total', ...place, cause: own % 2 ? 't3' : 't4' },
        (m) => {
          total = (m === 40 && own < 4) || (m === 41 && own === 1) ? 3 : total + Math.round(20 * random(own * 7 + m))
          return total
        },
        { jitter: own * 3, gap: (m) => own === 5 && m % 17 > 9 },
      )
    }
  add({ __name__: 'special', kind: 'nan' }, (m) => (m % 3 === 0 ? 'NaN' : m))
  add({ __name__: 'special', kind: 'inf' }, (m) => (m > 50 && m < 55 ? '+Inf' : m === 70 ? '-Inf' : 1.5 * m))
  add({ __name__: 'special', kind: 'large' }, (m) => 1e300 * (m % 5) + 1e16)
  add({ __name__: 'constant' }, () => 7, { every: 5 })
  add({ __name__: 'licensed', ccap: 'c1' }, () => 1000)
  add({ __name__: 'licensed', ccap: 'c2' }, () => 500)
  add({ __name__: 'start_time_seconds', rpd: 'RPD-1' }, (m) => START - (m < 50 ? 1000 : -3000))
  return series
}

const selectors = [
  'cable_modems',
  'cable_modems{state=~"online|partial"}',
  'util_ratio',
  'special',
  'flaps_total{ccap!~"c[3-9].*"}',
]
const ranges = [
  'flaps_total[5m]',
  'flaps_total{cause="t3"}[17m]',
  'util_ratio[10m] offset 7m',
  'special[4m]',
  'constant[20m]',
  'sum by (ccap) (util_ratio)[13m:90s]',
]
const queries = [
  ...selectors.flatMap((s) => [
    s,
    `-${s}`,
    `${s} > 20`,
    `${s} * 2 + 1`,
    `3 / ${s}`,
    `${s} == bool 7`,
    `2 < bool ${s}`,
    `100 > ${s}`,
  ]),
  ...selectors.flatMap((s) =>
    ['sum', 'avg', 'min', 'max', 'count'].flatMap((op) => [
      `${op}(${s})`,
      `${op} by (ccap) (${s})`,
      `${op} without (md, rpd) (${s})`,
    ]),
  ),
  ...selectors.flatMap((s) => [
    `quantile(0.9, ${s})`,
    `quantile by (ccap) (0.25, ${s})`,
    `topk(2, ${s})`,
    `bottomk by (ccap) (2, ${s})`,
    `topk(0, ${s})`,
    `quantile(2, ${s})`,
  ]),
  ...ranges.flatMap((r) =>
    [
      'rate',
      'increase',
      'delta',
      'changes',
      'resets',
      'avg_over_time',
      'min_over_time',
      'max_over_time',
      'sum_over_time',
      'count_over_time',
    ].map((f) => `${f}(${r})`),
  ),
  ...ranges.flatMap((r) => [
    `quantile_over_time(0.5, ${r})`,
    `quantile_over_time(-1, ${r})`,
    `predict_linear(${r}, 3600)`,
    `predict_linear(${r}, -60 * 5)`,
  ]),
  'time()',
  'time() / 60 % 7',
  '2 ^ 3 ^ 2',
  '-2 ^ 2',
  '(1 + 2) * -3',
  '1 > bool 2',
  '0x1F + 1e3 + .5',
  'Inf - Inf',
  '7 % -4',
  'max(time() - start_time_seconds)',
  'cable_modems offset 10m',
  'cable_modems offset -10m',
  'util_ratio offset 3m - util_ratio',
  'sum(cable_modems{state="online"}) / sum(licensed)',
  'sum by (ccap) (cable_modems) / on (ccap) licensed',
  'cable_modems / on (ccap) group_left licensed',
  'cable_modems{state="online"} / ignoring (state) cable_modems{state="partial"}',
  'cable_modems / ignoring (state) group_left sum without (state) (cable_modems)',
  'licensed * on (ccap) group_right (state) cable_modems',
  'cable_modems > on (ccap) group_left licensed',
  'licensed < bool on (ccap) group_right cable_modems',
  'util_ratio * on (md, ccap) group_left (cause) flaps_total',
  'cable_modems{state="online"} and on (ccap, md) util_ratio > 0.5',
  'cable_modems{ccap="c1"} or cable_modems{state="offline"}',
  'cable_modems unless on (ccap) licensed > 600',
  'cable_modems and ignoring (state, deployment, ccap, md, rpd) constant',
  'util_ratio > 0.5 or util_ratio < 0.4',
  'count(util_ratio == 0)',
  'avg_over_time((sum(cable_modems{state=~"online|partial"}))[30m:1m]) / quantile_over_time(0.5, (sum(cable_modems{state=~"online|partial"}))[30m:1m])',
  'max_over_time(rate(flaps_total[5m])[20m:])',
  'sum by (rpd) (changes(start_time_seconds[1h]))',
  'sum by (ccap, cause) (increase(flaps_total[15m])) / on (ccap) group_left sum by (ccap) (cable_modems)',
  'topk(3, sum by (rpd) (rate(flaps_total[10m])) / sum by (rpd) (cable_modems))',
  'count(predict_linear(util_ratio[30m:5m], 90 * 60) > 0.5)',
  'count by (state) (cable_modems)',
  '{__name__=~"licens.*",ccap="c1"}',
  'cable_modems{state=""}',
  'cable_modems{rpd=~"RPD-[1-3]",md!="1:0"}',
  'cable_modems * cable_modems',
  'cable_modems / on (ccap) licensed',
  'licensed * on () cable_modems',
  'licensed * on () group_right cable_modems',
  'rate({__name__=~"flaps_total|util_ratio"}[5m])',
  '-{__name__=~"licensed|constant"}',
  'sum(constant) by (nothing)',
  'absent_one',
]

const directory = mkdtempSync(join(tmpdir(), 'promql-'))
const series = makeSeries()
const text = series
  .map(([{ __name__: name, ...labels }, samples]) => {
    const written = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    const lines = []
    for (let index = 0; index < samples.length; index += 2)
      lines.push(`${name}{${written.join(',')}} ${samples[index + 1]} ${(START + samples[index] / 1000).toFixed(3)}\n`)
    return lines.join('')
  })
  .join('')
writeFileSync(join(directory, 'samples'), `${text}# EOF\n`)
writeFileSync(join(directory, 'prometheus.yml'), '')
execFileSync('promtool', [
  'tsdb',
  'create-blocks-from',
  'openmetrics',
  join(directory, 'samples'),
  join(directory, 'data'),
])
const server = spawn('prometheus', [
  `--config.file=${join(directory, 'prometheus.yml')}`,
  `--storage.tsdb.path=${join(directory, 'data')}`,
  '--storage.tsdb.retention.time=100y',
  `--web.listen-address=127.0.0.1:${PORT}`,
])
try {
  const base = `http://127.0.0.1:${PORT}`
  for (let tries = 0; !(await fetch(`${base}/-/ready`).catch(() => null))?.ok; tries += 1) {
    if (tries > 100) throw new Error('Prometheus does not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const recorded = []
  for (const query of [...new Set(queries)])
    for (const [from, to, step] of [
      [3600, 3600, 60],
      [1200, 6300, 517],
    ]) {
      const given = { query, start: START + from, end: START + to, step }
      const reply = await (await fetch(`${base}/api/v1/query_range?${new URLSearchParams(given)}`)).json()
      const result = reply.status === 'error' ? { error: reply.errorType } : compact(reply.data.result, given)
      recorded.push([query, from, to, step, result])
    }
  const lines = [{ start: START, series }, ...recorded].map((one) => `${JSON.stringify(one)}\n`)
  writeFileSync(target, lines.join(''))
  console.log(`${recorded.length} results of ${new Set(queries).size} queries`)
} finally {
  server.kill()
  rmSync(directory, { recursive: true, force: true })
}

/** `[[labels, [step, value, …]], …]` */
function compact(result, { start, step }) {
  return result.map(({ metric, values }) => [
    metric,
    values.flatMap(([at, value]) => [Math.round((at - start) / step), value]),
  ])
}
