import type { Bundle } from '#features/software/bundles/contract.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconGitBranch, IconPackage } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useText } from '../texts.ts'

/** The columns of the list of bundles. */
export function useBundleColumns(): readonly Column<Bundle>[] {
  const t = useText()
  return [
    {
      id: 'name',
      label: t('column.name'),
      sort: 'name',
      minWidth: 16,
      fixed: true,
      cell: (row) => <TitleCell lead={<Sign bundle={row} />}>{row.name}</TitleCell>,
    },
    { id: 'parent', label: t('column.parent'), width: 13, cell: ({ parentName }) => parentName ?? '–' },
    {
      id: 'status',
      label: t('column.status'),
      sort: 'status',
      width: 8.5,
      cell: ({ status }) => <StateBadge kind="bundle" state={status} />,
    },
    { id: 'type', label: t('column.type'), width: 8, cell: ({ deploymentType }) => deploymentType },
    {
      id: 'files',
      label: t('column.files'),
      width: 6,
      align: 'right',
      cell: ({ figures }) =>
        figures ? t('column.inStorage', { some: figures.inStorage, all: figures.components }) : '–',
    },
    {
      id: 'size',
      label: t('column.size'),
      width: 6,
      align: 'right',
      cell: ({ figures }) => (figures?.size ? formatBytes(figures.size) : '–'),
    },
    {
      id: 'releases',
      label: t('column.delivered'),
      width: 7,
      align: 'right',
      cell: ({ figures }) =>
        figures?.releases ? t('column.inStorage', { some: figures.delivered, all: figures.releases }) : '–',
    },
    {
      id: 'created',
      label: t('column.created'),
      sort: 'created',
      width: 6,
      align: 'right',
      cell: ({ created }) => <Age at={created} />,
    },
  ]
}

/** A row of the list of bundles on a phone. */
export function phoneBundle(row: Bundle) {
  return {
    lead: <Sign bundle={row} />,
    title: row.name,
    meta: (
      <>
        <StateBadge kind="bundle" state={row.status} />
        {row.deploymentType}
      </>
    ),
    end: <Age at={row.created} />,
  }
}

function Sign({ bundle }: { bundle: Bundle }) {
  return bundle.parentId ? <IconGitBranch size={16} aria-hidden /> : <IconPackage size={16} aria-hidden />
}
