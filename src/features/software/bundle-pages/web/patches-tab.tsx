import { Link } from '@tanstack/react-router'
import { type Bundle, listBundles } from '#features/software/bundles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconGitBranch } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { bundlePath } from '../paths.ts'
import { useText } from '../texts.ts'

/** The patches of a bundle. */
export function PatchesTab({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const result = useQueryOf(listBundles, { query: { parentId: bundle.id, size: 200 } })
  const columns: readonly PlainColumn<Bundle>[] = [
    {
      id: 'name',
      label: t('column.name'),
      cell: ({ id, name }) => <Link to={bundlePath({ bundleId: id })}>{name}</Link>,
    },
    {
      id: 'status',
      label: t('column.status'),
      width: 8,
      cell: ({ status }) => <StateBadge kind="bundle" state={status} />,
    },
    {
      id: 'created',
      label: t('column.created'),
      width: 7,
      align: 'right',
      cell: ({ created }) => <Age at={created} />,
    },
  ]
  return (
    <QueryView
      query={result}
      rows={3}
      empty={<EmptyState colour="grey" icon={<IconGitBranch size={22} aria-hidden />} title={t('patches.empty')} />}
    >
      {({ _embedded: { bundles: patches } }) => (
        <PlainTable label={t('tab.patches')} columns={columns} rows={patches} id={({ id }) => id} />
      )}
    </QueryView>
  )
}
