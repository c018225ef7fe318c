import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { releasesPath } from '#features/software/release-pages/paths.ts'
import { readReleases } from '#features/software/releases/contract.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listGroupedOverview, MOST_ACCOUNTS, type OverviewGroup, overviewStates } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './overview.module.css'
import { OverviewGrid, WAIT_MS } from './overview-grid.tsx'
import { VersionCell } from './version-cell.tsx'

/** Products that have a column; with more, those of the most accounts. */
const MOST_PRODUCTS = 40

type Product = { readonly value: string; readonly label: string; readonly count: number }

/** Accounts by products, those of the most accounts first: the version of each, its state, and how far it is behind. */
export function AccountMatrix({ state, products }: { state: ListState; products: readonly Product[] }) {
  const t = useText()
  const navigate = useNavigate()
  const mayOpen = useAllows(readReleases)
  const list = useList(listGroupedOverview, { query: { ...state.query, group: 'account' } }, { timeout: WAIT_MS })
  const wanted = useMemo(() => {
    const chosen = state.filters.products
    return chosen ? products.filter(({ value }) => chosen.includes(value)) : products
  }, [products, state.filters.products])
  const columns = useMatrixColumns(wanted)
  const total = list.total ?? 0
  return (
    <OverviewGrid<OverviewGroup>
      notes={
        <>
          {total > MOST_ACCOUNTS && (
            <InlineAlert>{t('manyAccounts', { most: formatCount(MOST_ACCOUNTS) })}</InlineAlert>
          )}
          {wanted.length > MOST_PRODUCTS && (
            <InlineAlert>{t('manyProducts', { shown: MOST_PRODUCTS, count: wanted.length })}</InlineAlert>
          )}
          <div className={classes.legend}>
            <Total list={list} words={(count) => t('accounts', { total: count, count: total })} />
            {overviewStates.map((one) => (
              <StateBadge key={one} kind="file" state={one} />
            ))}
          </div>
        </>
      }
      list={list}
      state={state}
      columns={columns}
      id={({ key }) => key}
      name={({ displayName }) => displayName}
      {...(mayOpen
        ? { onOpen: ({ rows: [row] }: OverviewGroup) => row && void navigate({ to: releasesPath(row) }) }
        : {})}
      phone={({ displayName, rows, behind }) => ({
        lead: <Monogram name={displayName} size={32} />,
        title: displayName,
        meta: (
          <span className="el">
            {t('products', { total: rows.length, count: rows.length })}
            {behind > 0 && ` · ${t('behindCount', { count: behind })}`}
          </span>
        ),
      })}
    />
  )
}

function useMatrixColumns(products: readonly Product[]): readonly Column<OverviewGroup>[] {
  const t = useText()
  return useMemo(() => {
    const account: Column<OverviewGroup> = {
      id: 'account',
      label: t('column.account'),
      sort: 'name',
      width: 15,
      pinned: true,
      cell: ({ displayName }) => (
        <span className="row" translate="no">
          <Monogram name={displayName} />
          <span className={classes.account}>{displayName}</span>
        </span>
      ),
    }
    return [
      account,
      ...products
        .toSorted((a, b) => b.count - a.count)
        .slice(0, MOST_PRODUCTS)
        .map(({ value, label: name }) => ({
          id: value,
          label: name,
          minWidth: 11,
          cell: ({ rows }: OverviewGroup) => <Versions rows={rows.filter(({ product }) => product === value)} />,
        })),
    ]
  }, [products, t])
}

/** What an account has of a product: mostly one version, and one for each deployment type with releases of it. */
function Versions({ rows }: { rows: OverviewGroup['rows'] }) {
  if (rows.length === 0) return <span className={classes.quiet}>·</span>
  if (rows.length === 1) return <VersionCell row={rows[0]!} inGrid />
  return (
    <span className={classes.several}>
      {rows.map((row) => (
        <VersionCell key={row.deploymentType} row={row} inGrid />
      ))}
    </span>
  )
}
