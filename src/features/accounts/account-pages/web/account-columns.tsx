import type { Account } from '#features/accounts/accounts/contract.ts'
import { listSeats } from '#features/accounts/accounts/contract.ts'
import { listPluginConfigurations } from '#features/accounts/plugins/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { useText } from '../texts.ts'
import classes from './account-page.module.css'

/** The columns of the account list. */
export function useAccountColumns(): readonly Column<Account>[] {
  const t = useText()
  const seats = useQueryOf(listSeats, { query: {} }).data?._embedded.accounts
  return [
    {
      id: 'account',
      label: t('column.account'),
      sort: 'displayName',
      minWidth: 15,
      fixed: true,
      cell: (row) => <TitleCell lead={<Monogram name={row.displayName} />}>{row.displayName}</TitleCell>,
    },
    { id: 'name', label: t('column.name'), sort: 'name', width: 10.5, cell: ({ name }) => name },
    {
      id: 'stage',
      label: t('column.stage'),
      sort: 'stage',
      width: 7.5,
      cell: ({ stage }) => <StateBadge kind="stage" state={stage} />,
    },
    {
      id: 'region',
      label: t('column.region'),
      sort: 'region',
      width: 11.5,
      cell: ({ region }) => t(`region.${region}`),
    },
    { id: 'type', label: t('column.type'), width: 13, cell: (row) => <Kind account={row} /> },
    {
      id: 'parent',
      label: t('column.parent'),
      width: 10,
      hidden: true,
      cell: ({ parentAccount }) => parentAccount ?? '–',
    },
    { id: 'csm', label: t('column.csm'), width: 8.5, cell: ({ csm }) => csm?.fullName ?? '–' },
    {
      id: 'users',
      label: t('column.users'),
      width: 6.5,
      align: 'right',
      cell: ({ id }) => {
        const { used: usedSeats, limit } = seats?.find(({ accountId }) => accountId === id) ?? {}
        return usedSeats === undefined ? '–' : limit == null ? usedSeats : `${usedSeats} / ${limit}`
      },
    },
    {
      id: 'deployments',
      label: t('column.deployments'),
      width: 7.5,
      hidden: true,
      align: 'right',
      cell: ({ deployments }) => deployments.length,
    },
    { id: 'plugins', label: t('column.plugins'), width: 18, hidden: true, cell: (row) => <Plugins account={row} /> },
    {
      id: 'active',
      label: t('column.active'),
      width: 12,
      hidden: true,
      cell: ({ active }) => t(active ? 'list.active' : 'list.quiet'),
    },
    {
      id: 'mfa',
      label: t('column.mfa'),
      width: 9.5,
      hidden: true,
      cell: ({ requiresMfa }) => (
        <Badge colour={requiresMfa ? 'green' : 'grey'}>{t(requiresMfa ? 'mfa.required' : 'mfa.optional')}</Badge>
      ),
    },
    { id: 'crm', label: t('column.crm'), width: 12, hidden: true, cell: ({ crmId }) => crmId ?? '–' },
    { id: 'zone', label: t('column.zone'), width: 11, hidden: true, cell: ({ timeZone }) => timeZone },
  ]
}

/** The tools of an account; those of all accounts are fetched at once, by the first component that shows them. */
function Plugins({ account }: { account: Account }) {
  const t = useText()
  const plugins = useQueryOf(listPluginConfigurations, { query: { size: 20_000 } }).data?._embedded.configurations
  const own = plugins?.filter(({ accountId }) => accountId === account.id) ?? []
  if (own.length === 0) return '–'
  return (
    <span className={classes.kind}>
      {own.map(({ name, state }) => (
        <StateBadge key={name} kind="plugin" state={state}>
          {t(`plugin.${name}`)}
        </StateBadge>
      ))}
    </span>
  )
}

/** The kind of an account: its type, and whether it is a parent or a child. */
export function Kind({ account }: { account: Account }) {
  const t = useText()
  const { isFederated, parentAccount, viewOnly, accountType } = account
  return (
    <span className={classes.kind}>
      {t(`accountType.${accountType}`)}
      {isFederated && (
        <Badge colour="grey" plain>
          {t(parentAccount ? 'kind.child' : 'kind.parent')}
        </Badge>
      )}
      {viewOnly && (
        <Badge colour="dark-yellow" plain>
          {t('kind.viewOnly')}
        </Badge>
      )}
    </span>
  )
}
