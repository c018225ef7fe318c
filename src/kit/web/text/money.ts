/** The number of decimals of a currency. */
function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** A formatted amount in minor units: `EUR 1,250,000.00`; fractions of a minor unit are rounded. */
export function formatMoney(minor: number, currency: string): string {
  const digits = digitsOf(currency)
  const amount = Math.round(minor) / 10 ** digits
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(amount)
}

/** An amount as it is typed, in whole units. */
export function typedMoney(minor: number, currency: string): string {
  return (minor / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))
}

/** The minor units of a typed amount; null = it has too many decimals or is no number. */
export function minorUnits(typedAmount: string, currency: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d*))?$/.exec(typedAmount.trim().replaceAll(/[, ]/g, '')) ?? []
  const digits = digitsOf(currency)
  if (whole === undefined || fraction.length > digits) return null
  const minor = Number(whole + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}
