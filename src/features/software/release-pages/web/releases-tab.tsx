import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type BundleRelease, deleteReleases, listReleases } from '#features/software/releases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconTrash, IconTruckDelivery } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Monogram } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { releasePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { ReleaseBadge } from './release-badge.tsx'
import { whyReleaseStays } from './why-release-stays.ts'

const DeleteRelease = lazyNamed(() => import('./delete-release.tsx'), 'DeleteRelease')

/** The releases of a bundle, over all accounts. */
export function ReleasesTab({ bundleId }: { bundleId: string }) {
  const t = useText()
  const label = useLabel()
  const mayDelete = useAllows(deleteReleases)
  const [deletion, setDeletion] = useState<BundleRelease>()
  const close = () => setDeletion(undefined)
  const result = useQueryOf(listReleases, { query: { bundleId, size: 10_000 } })
  const columns: readonly PlainColumn<BundleRelease>[] = [
    {
      id: 'account',
      label: t('column.account'),
      cell: (row) => (
        <span className="row">
          <Monogram name={row.accountDisplayName} size={20} />
          <Link to={releasePath({ ...row, releaseId: row.id })} className="el">
            {row.accountDisplayName}
          </Link>
        </span>
      ),
    },
    { id: 'name', label: t('column.name'), wide: true, cell: ({ name }) => name },
    { id: 'status', label: t('column.status'), width: 8, cell: (row) => <ReleaseBadge release={row} /> },
    {
      id: 'downloaded',
      label: t('column.downloaded'),
      width: 7,
      wide: true,
      align: 'right',
      cell: ({ downloaded, components }) => t('column.of', { some: downloaded, all: components }),
    },
    {
      id: 'created',
      label: t('column.created'),
      width: 5,
      wide: mayDelete,
      align: 'right',
      cell: ({ created }) => <Age at={created} />,
    },
    ...(mayDelete
      ? [
          {
            id: 'delete',
            label: t('files.actions'),
            width: 3,
            quiet: true,
            align: 'right' as const,
            cell: (row: BundleRelease) => (
              <IconButton
                size={24}
                aria-label={t('delete.one', { account: row.accountDisplayName })}
                aria-haspopup="dialog"
                blocked={whyReleaseStays(row, t)}
                onClick={() => setDeletion(row)}
              >
                <IconTrash size={15} aria-hidden />
              </IconButton>
            ),
          },
        ]
      : []),
  ]
  return (
    <QueryView
      query={result}
      rows={4}
      empty={
        <EmptyState colour="grey" icon={<IconTruckDelivery size={22} aria-hidden />} title={t('tab.empty')}>
          {t('tab.emptyText')}
        </EmptyState>
      }
    >
      {({ _embedded: { releases } }) => (
        <>
          <PlainTable label={label('releases')} columns={columns} rows={releases} id={({ id }) => id} />
          <Suspense>{deletion && <DeleteRelease release={deletion} onDeleted={close} onClose={close} />}</Suspense>
        </>
      )}
    </QueryView>
  )
}
