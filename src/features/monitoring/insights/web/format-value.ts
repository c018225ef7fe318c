import { text } from '../texts.ts'

const numbers = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 })
type Unit = Parameters<typeof text>[0] extends infer Key ? (Key extends `unit.${infer Name}` ? Name : never) : never

/** The name of a unit of the catalogue; a unit that is not known is shown as it is. */
export function unitName(unit: string): string {
  const unitText = text(`unit.${unit as Unit}`)
  return unitText.includes('unit.') ? unit : unitText
}

/** The figure alone: a ratio as a percentage. */
export function formatFigure(value: number, unit: string): string {
  return numbers.format(unit === 'percent' ? value * 100 : value)
}

/** A value with its unit: `3.2 %`, `22.4 dB`. */
export function formatValue(value: number, unit: string): string {
  return `${formatFigure(value, unit)} ${unitName(unit)}`
}
