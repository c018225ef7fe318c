import { formatTime } from '#kit/web/time/time.ts'
import type { Uptime, UptimeCell } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './uptime-card.module.css'

const CELL_MS = 300_000

type Run = { readonly state: UptimeCell; readonly first: number; readonly count: number }

/** A day in 288 cells; cells of one state in a row are one bar with their time. */
export function UptimeStrip({ name, uptime: { cells, from } }: { name: string; uptime: Uptime }) {
  const t = useText()
  const start = Date.parse(from)
  const runs = runsOf(cells).map((run) => ({
    ...run,
    text: t('part', {
      from: formatTime(new Date(start + run.first * CELL_MS)),
      to: formatTime(new Date(start + (run.first + run.count) * CELL_MS)),
      state: t(`cell.${run.state}`),
    }),
  }))
  return (
    <div className={classes.strip}>
      <div
        className={classes.cells}
        role="img"
        aria-label={t('strip', { name, parts: runs.map(({ text }) => text).join(', ') })}
      >
        {runs.map(({ state, first, count, text }) => (
          <i
            key={first}
            data-state={state}
            className={classes.run}
            title={text}
            style={{ flexGrow: count, '--count': count } as Record<string, number>}
          />
        ))}
      </div>
      <div className={classes.times} aria-hidden>
        {[0, 72, 144, 216, 288].map((cell) => (
          <span key={cell}>{formatTime(new Date(start + cell * CELL_MS))}</span>
        ))}
      </div>
    </div>
  )
}

function runsOf(cells: readonly UptimeCell[]): Run[] {
  const runs: Run[] = []
  cells.forEach((state, index) => {
    const last = runs.at(-1)
    if (last?.state === state) runs[runs.length - 1] = { ...last, count: last.count + 1 }
    else runs.push({ state, first: index, count: 1 })
  })
  return runs
}
