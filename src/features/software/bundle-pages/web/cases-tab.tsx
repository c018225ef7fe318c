import { Link } from '@tanstack/react-router'
import type { Bundle } from '#features/software/bundles/contract.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import { IconHeadset } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import type { StateOf } from '#kit/web/look/colours.ts'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { useAccounts } from '#kit/web/who/account.tsx'
import { useText } from '../texts.ts'

type BundleCase = Bundle['cases'][number]

/** Cases with customers' questions about a bundle. */
export function CasesTab({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const accounts = useAccounts()
  if (bundle.cases.length === 0)
    return (
      <EmptyState colour="grey" icon={<IconHeadset size={22} aria-hidden />} title={t('cases.empty')}>
        {t('cases.emptyText')}
      </EmptyState>
    )
  const columns: readonly PlainColumn<BundleCase>[] = [
    {
      id: 'key',
      label: t('cases.key'),
      width: 7,
      cell: ({ key, account }) => {
        const knownAccount = accounts.find(({ name }) => name === account)
        return knownAccount ? <Link to={casePath({ account: knownAccount, key })}>{key}</Link> : key
      },
    },
    { id: 'subject', label: t('cases.subject'), cell: ({ subject }) => subject },
    { id: 'account', label: t('cases.account'), width: 10, wide: true, cell: ({ account }) => account },
    {
      id: 'status',
      label: t('column.status'),
      width: 10,
      cell: ({ status }) => <StateBadge kind="case" state={status as StateOf<'case'>} />,
    },
  ]
  return <PlainTable label={t('tab.cases')} columns={columns} rows={bundle.cases} id={({ key }) => key} />
}
