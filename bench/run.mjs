// npm run bench [-- suite …]: the figures of the product beside their goals, each against a floor measured in the same
// run.
import { loadavg } from 'node:os'
import { benchAnnouncements } from './announcements.mjs'
import { benchCases } from './cases.mjs'
import { benchCharts } from './charts.mjs'
import { benchFiles } from './files.mjs'
import { benchFilesInS3 } from './files-s3.mjs'
import { benchHooks } from './hooks.mjs'
import { benchInsights } from './insights.mjs'
import { benchLighthouse } from './lighthouse.mjs'
import { benchLive } from './live.mjs'
import { benchMetrics } from './metrics.mjs'
import { benchRegistry } from './registry.mjs'
import { benchScale } from './scale.mjs'
import { benchSignIn } from './sign-in.mjs'
import { benchSoftware } from './software.mjs'
import { benchStart } from './start.mjs'
import { benchSubscriptions } from './subscriptions.mjs'
import { benchSupport } from './support.mjs'
import { benchTrackers } from './trackers.mjs'
import { benchWeb } from './web.mjs'
import { benchWebhooks } from './webhooks.mjs'

const sizes = (process.env.BENCH_CASES ?? '10000,100000').split(',').map(Number)
const scales = (process.env.BENCH_SCALES ?? '0.01,0.1').split(',').map(Number)
const suites = {
  ...Object.fromEntries(sizes.map((size) => [`cases-${size}`, () => benchCases(size)])),
  ...Object.fromEntries(scales.map((scale) => [`scale-${scale}`, () => benchScale(scale)])),
  files: benchFiles,
  's3-files': benchFilesInS3,
  software: benchSoftware,
  registry: benchRegistry,
  'sign-in': benchSignIn,
  live: benchLive,
  start: benchStart,
  web: benchWeb,
  webhooks: benchWebhooks,
  hooks: benchHooks,
  trackers: benchTrackers,
  insights: benchInsights,
  charts: benchCharts,
  metrics: benchMetrics,
  announcements: benchAnnouncements,
  subscriptions: benchSubscriptions,
  support: benchSupport,
  lighthouse: benchLighthouse,
}
const chosen = process.argv.slice(2)

for (const [name, bench] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.some((one) => name.startsWith(one))) continue
  console.log(`\n${name}`)
  try {
    for (const { goal, what, measured, wanted } of await bench())
      console.log(`  ${goal.padEnd(4)} ${what}: ${measured}   goal ${wanted}`)
  } catch (failure) {
    console.error(`  not measured: ${failure.stack}`)
    process.exitCode = 1
  }
  console.log(`  load of the machine over the last minute: ${loadavg()[0].toFixed(1)}`)
}
