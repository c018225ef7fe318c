// The arithmetic of recompute-figures.mjs, written again without a line of the product.

const views = { vendor: (line) => line.isVendorIssue === true, nonVendor: (line) => line.isVendorIssue !== true }
const allViews = { ...views, blended: () => true }
const families = { cn: 'cmCountCn', cnD31: 'cmCountCnD31', nonCn: 'cmCountNonCn', d31: 'cmCountD31', onu: 'onuCount' }
const figureNames = ['lostModemMinutes', 'totalModemMinutes', 'availability']

/** The figures of a receipt that do not follow from its lines and device counts. */
export function wrongFigures(receipt) {
  const { minutesInMonth, totalDeviceCount, outages } = receipt
  const wrong = []
  const check = (name, shown, right) => {
    if (shown !== right) wrong.push(`${receipt.id} revision ${receipt.revision}: ${name} is ${shown}, not ${right}`)
  }
  check('minutesInMonth', minutesInMonth, (Date.parse(receipt.ends) - Date.parse(receipt.begins)) / 60_000)
  const { cmCountCn: cn, cmCountNonCn: nonCn, onuCount: onu } = receipt
  check('totalDeviceCount', totalDeviceCount, cn === null ? null : cn + nonCn + onu)
  for (const line of outages) {
    if (line.ended !== null) check(`${line.key} countedMinutes`, line.countedMinutes, minutesWithin(line, receipt))
    check(`${line.key} counted`, line.counted, line.excludedBecause === null)
    const lost = line.counted ? lostBy([line], (modems) => modems) : 0
    check(
      `${line.key} parts`,
      sumOf(partsOf(line), ({ minutes }) => minutes),
      line.countedMinutes,
    )
    check(`${line.key} lostModemMinutes`, line.lostModemMinutes, lost)
  }
  for (const [view, isIn] of Object.entries(allViews)) {
    const lines = outages.filter((line) => line.counted && isIn(line))
    const right = figure(
      totalDeviceCount,
      minutesInMonth,
      lostBy(lines, (modems) => modems),
    )
    for (const name of figureNames) check(`${view} ${name}`, receipt[view][name], right[name])
    for (const [family, count] of Object.entries(families)) {
      const { lostModemMinutes, availability } = figure(
        receipt[count],
        minutesInMonth,
        lines.some(({ byFamily }) => byFamily[family] === null)
          ? null
          : lostBy(lines, (modems, line) => modemsOf(family, modems, line)),
      )
      check(`${view} ${family} lost`, receipt[view].families[family].lostModemMinutes, lostModemMinutes)
      check(`${view} ${family}`, receipt[view].families[family].availability, availability)
    }
  }
  return wrong
}

/** The figures of a period that are not the sums of these receipts. */
export function wrongSums(period, receipts) {
  const known = receipts.filter(({ totalDeviceCount }) => totalDeviceCount !== null)
  return Object.keys(allViews).flatMap((view) => {
    const sum = (name) => known.reduce((all, receipt) => all + receipt[view][name], 0)
    const [lostModemMinutes, totalModemMinutes] = [sum('lostModemMinutes'), sum('totalModemMinutes')]
    const right = { lostModemMinutes, totalModemMinutes, availability: percent(totalModemMinutes, lostModemMinutes) }
    return figureNames
      .filter((name) => period[view][name] !== right[name])
      .map((name) => `${period.period}: ${view} ${name} is ${period[view][name]}, not ${right[name]}`)
  })
}

/** The whole minutes of an outage up to the end of the month, less those before its beginning. */
function minutesWithin({ started, ended }, { begins, ends }) {
  const since = (moment) => Math.floor((moment - Date.parse(started)) / 60_000)
  const end = Math.min(Date.parse(ended), Date.parse(ends))
  return since(end) - since(Math.max(Date.parse(begins), Date.parse(started)))
}

/** The spans of a line with the modems that count in each: all in all minutes, unless it says otherwise. */
function partsOf({ parts, countedMinutes: minutes, totalCmsAffectedCounted: modems }) {
  return parts ?? [{ minutes, modems }]
}

function lostBy(lines, countedOf) {
  return sumOf(lines, (line) => sumOf(partsOf(line), ({ minutes, modems }) => minutes * countedOf(modems, line)))
}

/** The modems of a family among those that count; ONUs are the rest. */
function modemsOf(family, modems, { byFamily, totalCmsAffectedCounted: all }) {
  const share = (name) => Math.round((byFamily[name] * modems) / all)
  if (modems === all) return byFamily[family]
  return family === 'onu' && byFamily.cn !== null && byFamily.nonCn !== null
    ? Math.max(0, modems - share('cn') - share('nonCn'))
    : share(family)
}

function sumOf(all, of) {
  return all.reduce((sum, one) => sum + of(one), 0)
}

function figure(devices, minutes, lostModemMinutes) {
  const totalModemMinutes = devices === null ? null : devices * minutes
  const known = totalModemMinutes !== null && lostModemMinutes !== null
  return {
    lostModemMinutes,
    totalModemMinutes,
    availability: known ? percent(totalModemMinutes, lostModemMinutes) : null,
  }
}

/** Digit by digit, as on paper: the remainder is never rounded. */
function percent(total, lost) {
  if (total === 0) return null
  let rest = BigInt(Math.max(total - lost, 0)) * 100n
  const digits = []
  for (let place = 0; place < 4; place += 1) {
    digits.push(rest / BigInt(total))
    rest = (rest % BigInt(total)) * 10n
  }
  return `${digits[0]}.${digits.slice(1).join('')}`
}
