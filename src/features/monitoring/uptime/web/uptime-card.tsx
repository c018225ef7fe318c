import { useQueryOf } from '#kit/web/data/query.ts'
import { IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime, formatTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { DAY_MINUTES, readUptime, readUptimes, type Uptime, UptimeCell } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './uptime-card.module.css'

/** The uptime of an account's deployments as strips of 24 hours, read every minute. */
export function UptimeCard({ account }: { account: string }) {
  return useAllows(readUptimes, account) ? <Strips account={account} /> : null
}

function Strips({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(readUptime, { query: { account } }, { refetchInterval: 60_000 })
  const rows = query.data?._embedded.uptime
  const countedDeployments = rows?.filter((one) => one.deployment && one.counted).length ?? 0
  const shownRows = countedDeployments === 1 && rows?.length === 2 ? rows.slice(1) : rows
  return (
    <Card title={t('title')} note={rows?.[0] && t('note', { to: formatDateTime(rows[0].to) })}>
      <QueryView
        query={query}
        rows={3}
        empty={
          <EmptyState colour="grey" icon={<IconServer2 size={22} aria-hidden />} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        }
      >
        {() => (
          <>
            <ul className={classes.legend}>
              {UptimeCell.options.map((state) => (
                <li key={state}>
                  <i data-state={state} className={classes.key} /> {t(`cell.${state}`)}
                </li>
              ))}
            </ul>
            <ul className={classes.rows}>
              {shownRows?.map((one) => (
                <Row key={one.deployment?.id ?? ''} uptime={one} counted={countedDeployments} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Card>
  )
}

function Row({ uptime, counted }: { uptime: Uptime; counted: number }) {
  const t = useText()
  const { deployment, measuredMinutes } = uptime
  const name = deployment?.name ?? t('whole')
  const version = deployment?.softwareVersion ?? ''
  const note = deployment ? (uptime.counted ? version : t('notCounted')) : t('counted', { count: counted })
  return (
    <li className={classes.row}>
      <span>
        <strong>{name}</strong>
        <span className={classes.quiet}>{note}</span>
      </span>
      <span className={classes.figure}>
        <strong>{uptime.uptime === null ? t('noFigure') : `${uptime.uptime} %`}</strong>
        <span className={classes.quiet} data-missing={uptime.missingMinutes > 0 || undefined}>
          {t('measured', { measured: formatCount(measuredMinutes), all: formatCount(DAY_MINUTES) })}
        </span>
      </span>
      <UptimeStrip name={name} uptime={uptime} />
    </li>
  )
}

const CELL_MS = 300_000

type Run = { readonly state: UptimeCell; readonly first: number; readonly count: number }

/** A day in 288 cells; cells of one state in a row are one bar with their time. */
function UptimeStrip({ name, uptime: { cells, from } }: { name: string; uptime: Uptime }) {
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
