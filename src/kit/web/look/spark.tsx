/** A tiny line of a series, for figures and rows; decorative, the figure beside it carries the meaning. */
export function Spark(props: {
  values: readonly number[]
  width?: number
  height?: number
  colour?: string
  area?: boolean
}) {
  const { values, width = 78, height = 28, colour = 'var(--series-1)' } = props
  if (values.length < 2) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = values.map((value, index) => {
    const x = 2 + (index / (values.length - 1)) * (width - 4)
    const y = 3 + (1 - (value - low) / (high - low || 1)) * (height - 6)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const [x, y] = points.at(-1)?.split(',') ?? []
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {props.area && (
        <polygon points={`2,${height} ${points.join(' ')} ${width - 2},${height}`} fill={colour} opacity={0.1} />
      )}
      <polyline points={points.join(' ')} fill="none" stroke={colour} strokeWidth={1.4} strokeLinejoin="round" />
      <circle cx={x} cy={y} r={2} fill={colour} />
    </svg>
  )
}
