// A program of its own: reads the receipts of accounts over HTTP and computes every figure from their lines again. Prints
// each figure that differs, and ends with 1 when there is one.
// node recompute-figures.mjs <url> <token> <from> <until> <account>[,<child account> …] …
import { wrongFigures, wrongSums } from './recomputed-receipt.mjs'

const [url, token, from, until, ...families] = process.argv.slice(2)
const wrong = []
let count = 0
for (const family of families.map((names) => names.split(','))) {
  const receipts = (await Promise.all(family.map(receiptsOf))).flat()
  count += receipts.length
  for (const by of ['month', 'quarter', 'year']) await checkPeriods(family, by, receipts)
}
for (const line of wrong) console.log(line)
console.log(`${count} receipts, ${wrong.length} wrong figures`)
process.exitCode = wrong.length > 0 ? 1 : 0

async function receiptsOf(account) {
  const { _embedded } = await read(`sla-stats?account=${account}&from=${from}&until=${until}`)
  return Promise.all(
    _embedded.slaStats.map(async (stat) => {
      const receipt = await read(`sla-stats/${stat.id}`)
      const revisions = await Promise.all(
        receipt.revisions.map(({ revision }) => read(`sla-stats/${stat.id}?revision=${revision}`)),
      )
      wrong.push(...[{ ...receipt, ...stat }, receipt, ...revisions].flatMap(wrongFigures))
      return receipt
    }),
  )
}

async function checkPeriods([account, ...children], by, receipts) {
  const range = `from=${from}&until=${until}&children=${children.length > 0}`
  const { _embedded } = await read(`sla-periods?account=${account}&by=${by}&${range}`)
  for (const period of _embedded.slaPeriods) {
    const within = receipts.filter(({ yearMonth }) => period.period === periodOf(yearMonth, by))
    wrong.push(...wrongSums(period, within))
  }
}

async function read(path) {
  const response = await fetch(`${url}/api/plugins/jira/${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${response.status} ${path}`)
  return response.json()
}

function periodOf(yearMonth, by) {
  const [year, month] = yearMonth.split('-')
  return { month: yearMonth, quarter: `${year}-Q${Math.ceil(month / 3)}`, year }[by]
}
