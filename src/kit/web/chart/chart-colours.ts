/** The colours of a heat map, from the lowest value to the highest: viridis. */
export const HEAT_COLOURS = ['#440154', '#443983', '#31688e', '#21918c', '#35b779', '#90d743', '#fde725']

const dashes = ['solid', 'dashed', 'dotted'] as const
const COLOURS = 6

/** The colours of the tokens at an element, in the user's colour scheme. */
export function chartColours(element: Element) {
  const styles = getComputedStyle(element)
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  return {
    text: token('text'),
    muted: token('muted'),
    card: token('card'),
    line: token('line'),
    grid: token('chart-grid'),
    other: token('series-other'),
    limit: token('error'),
    limitFill: token('limit-fill'),
    warning: token('badge-orange-text'),
    mark: token('badge-dark-yellow-text'),
    markFill: token('badge-dark-yellow-bg'),
    brush: token('link'),
    font: styles.fontFamily,
    /** Colour and dash of the series at an index; those beyond the sixth share one colour. */
    series: (index: number) => ({
      colour: index < COLOURS ? token(`series-${index + 1}`) : token('series-other'),
      dash: dashes[index % dashes.length]!,
    }),
  }
}
export type ChartColours = ReturnType<typeof chartColours>

/** A pattern of diagonal lines, for what is missing. */
export function hatch({ muted }: ChartColours): { image: HTMLCanvasElement; repeat: 'repeat' } {
  const image = document.createElement('canvas')
  image.width = 8
  image.height = 8
  const draw = image.getContext('2d')
  if (draw) {
    draw.strokeStyle = muted
    draw.globalAlpha = 0.45
    draw.lineWidth = 1
    draw.beginPath()
    for (const from of [-8, 0, 8]) {
      draw.moveTo(from, 8)
      draw.lineTo(from + 8, 0)
    }
    draw.stroke()
  }
  return { image, repeat: 'repeat' }
}
