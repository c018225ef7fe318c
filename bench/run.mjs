// npm run bench: the figures of the product beside their goals, each against a floor measured in the same run.
import { benchCases } from './cases.mjs'
import { benchLive } from './live.mjs'
import { benchSignIn } from './sign-in.mjs'
import { benchStart } from './start.mjs'

const sizes = (process.env.BENCH_CASES ?? '10000,100000').split(',').map(Number)
const suites = {
  start: benchStart,
  live: benchLive,
  signin: benchSignIn,
  ...Object.fromEntries(sizes.map((size) => [`cases-${size}`, () => benchCases(size)])),
}
const chosen = process.argv.slice(2)

for (const [name, bench] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.some((one) => name.startsWith(one))) continue
  console.log(`\n${name}`)
  for (const { goal, what, measured, wanted } of await bench())
    console.log(`  ${goal.padEnd(4)} ${what}: ${measured}   goal ${wanted}`)
}
