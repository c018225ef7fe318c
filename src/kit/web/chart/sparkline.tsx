import classes from './chart.module.css'
import type { ChartPoint } from './chart-types.ts'

const [WIDTH, HEIGHT] = [88, 30]

/** A small line without scale; where values are missing it is interrupted. `filled` tints the area below it. */
export function Sparkline(props: { points: readonly ChartPoint[]; colour: string; filled?: boolean }) {
  const { points, colour, filled: isFilled = false } = props
  const values = points.flatMap(([, value]) => value ?? [])
  if (values.length < 2) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [first, last] = [points[0]![0], points.at(-1)![0]]
  const x = (at: number) => ((at - first) / (last - first || 1)) * (WIDTH - 4) + 2
  const y = (value: number) => HEIGHT - 3 - ((value - low) / (high - low || 1)) * (HEIGHT - 6)
  let hasDrawn = false
  const path = points
    .map(([at, value]) => {
      if (value === null) {
        hasDrawn = false
        return ''
      }
      const step = `${hasDrawn ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
      hasDrawn = true
      return step
    })
    .join('')
  return (
    <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden>
      {isFilled && points.every(([, value]) => value !== null) && (
        <path d={`${path}L${x(last)} ${HEIGHT}L${x(first)} ${HEIGHT}Z`} fill={colour} opacity={0.12} />
      )}
      <path d={path} fill="none" stroke={colour} strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  )
}
