// Charts in Chromium at a quarter of the processor: 20 series of 2,000 points drawn, and the pointer moved over them.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { openBrowser } from './browser.mjs'

const DRAWN = 12
const MOVES = 100

/** Measures drawing, from the new data to the frame that shows it, and the work of each movement of the pointer. */
export async function benchCharts() {
  const outDir = await mkdtemp(join(tmpdir(), 'headend-charts-'))
  const config = {
    root: resolve('bench/charts'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
    build: { outDir, emptyOutDir: true },
  }
  await build(config)
  const server = await preview({ ...config, preview: { port: 0, host: '127.0.0.1' } })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 700 } })
    await page.goto(server.resolvedUrls.local[0])
    await page.waitForFunction(() => 'draw' in window)
    const control = await page.context().newCDPSession(page)
    await control.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const drawn = []
    for (let seed = 0; seed < DRAWN; seed += 1) drawn.push(await page.evaluate(drawOnce, seed))
    const hovered = await hover(page, control)
    return [
      figure('20 series × 2,000 points drawn', drawn.slice(2), '≤ 100 ms'),
      {
        goal: '–',
        what: 'pointer moved over them, work of a movement',
        measured: `${hovered.toFixed(1)} ms on average at CPU ÷ 4`,
        wanted: '≤ 16 ms',
      },
    ]
  } finally {
    await browser.close()
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}

/** Runs in the page: sets new data; resolves with the milliseconds until the main thread is free after its frame. */
function drawOnce(seed) {
  return new Promise((resolve) => {
    const began = performance.now()
    window.draw(seed)
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began))))
  })
}

/** The milliseconds of tasks of the page for a movement, on average. */
async function hover(page, control) {
  const box = await page.locator('canvas').first().boundingBox()
  await control.send('Performance.enable')
  const worked = async () => {
    const { metrics } = await control.send('Performance.getMetrics')
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value
  }
  const before = await worked()
  for (let move = 0; move < MOVES; move += 1) {
    await page.mouse.move(box.x + 60 + ((box.width - 80) * move) / MOVES, box.y + box.height / 2)
    await page.waitForTimeout(30)
  }
  return ((await worked()) - before) / MOVES
}

function figure(what, times, wanted) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1)
  return { goal: '–', what, measured: `p50 ${at(0.5)}, p95 ${at(0.95)} ms at CPU ÷ 4`, wanted }
}
