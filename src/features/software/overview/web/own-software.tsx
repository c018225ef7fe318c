import { useQueryOf } from '#kit/web/data/query.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listOverview, type OverviewRow, readOverview } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './overview.module.css'
import { useBehindText, VersionCell } from './version-cell.tsx'

const SHOWN = 12

/** What an account has of each product, and how far it is behind the newest version. */
export function OwnSoftware({ account }: { account: string }) {
  const t = useText()
  const isEnabled = useAllows(readOverview, account)
  const list = useQueryOf(listOverview, { query: { account, size: SHOWN } }, { enabled: isEnabled }).data
  const rows = list?._embedded.overview
  if (!isEnabled || rows?.length === 0) return null
  if (!rows) return <div className={classes.own} />
  const others = list.page.totalElements - rows.length
  return (
    <ul className={classes.own} aria-label={t('own')}>
      {rows.map((row) => (
        <OwnProduct key={`${row.product} ${row.deploymentType}`} row={row} />
      ))}
      {others > 0 && <li className={classes.quiet}>{t('more', { count: others })}</li>}
    </ul>
  )
}

function OwnProduct({ row }: { row: OverviewRow }) {
  const behind = useBehindText(row)
  return (
    <li>
      <strong translate="no">{row.product}</strong>
      <VersionCell row={row} />
      {behind && <span className={classes.quiet}>{behind}</span>}
    </li>
  )
}
