import { Suspense } from 'react'
import { IconChevronDown, IconChevronRight } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Parts } from '#kit/web/parts.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatMoney } from '#kit/web/text/money.ts'
import { formatDate } from '#kit/web/time/time.ts'
import type { CustomerPlan } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './account-cell.module.css'
import type { InlineCellAt, InlineField, InlineText } from './inline-field.ts'
import { subscriptionCells } from './places.ts'
import { SubscriptionBadge } from './subscription-badge.tsx'

const InlineCell = lazyNamed(() => import('./inline-cell.tsx'), 'InlineCell')

/** The columns of the list of subscriptions; those of the contract are changed in their cells. */
export function useSubscriptionColumns(props: {
  mayEdit: boolean
  editing: InlineCellAt | null
  onEdit: (cell: InlineCellAt | null) => void
  /** The subscription whose details are shown. */
  shown: string | null
  onShow: (id: string | null) => void
}): readonly Column<CustomerPlan>[] {
  const t = useText()
  const { mayEdit, editing, onEdit } = props
  const money = (amount: number | null, currency: string | null) =>
    amount === null || currency === null ? '' : formatMoney(amount, currency)
  const inline = (field: InlineField, label: string, text: (row: CustomerPlan) => InlineText) => (row: CustomerPlan) =>
    mayEdit ? (
      <Suspense fallback={text(row)}>
        <InlineCell
          row={row}
          field={field}
          label={label}
          editing={editing?.id === row.id && editing.field === field}
          onEdit={onEdit}
        >
          {text(row)}
        </InlineCell>
      </Suspense>
    ) : (
      text(row)
    )
  return [
    {
      id: 'account',
      label: t('list.account'),
      sort: 'account',
      minWidth: 11,
      fixed: true,
      cell: (row) => <AccountCell row={row} shown={props.shown === row.id} onShow={props.onShow} />,
    },
    {
      id: 'plan',
      label: t('list.plan'),
      sort: 'plan',
      width: 6.5,
      fixed: true,
      cell: inline('plan', t('list.plan'), ({ plan }) => plan?.name ?? t('noPlan')),
    },
    { id: 'state', label: t('list.state'), width: 8, cell: (row) => <SubscriptionBadge row={row} /> },
    {
      id: 'expires',
      label: t('list.expires'),
      sort: 'expirationDate',
      width: 7.5,
      cell: inline('expirationDate', t('list.expires'), (row) => row.expirationDate && formatDate(row.expirationDate)),
    },
    {
      id: 'analytics',
      label: t('list.analytics'),
      width: 7,
      cell: ({ account, accountId }) => <Parts place={subscriptionCells} account={account} accountId={accountId} />,
    },
    {
      id: 'left',
      label: t('list.left'),
      width: 5,
      align: 'right',
      cell: ({ daysLeft }) => daysLeft !== null && formatCount(daysLeft),
    },
    {
      id: 'start',
      label: t('list.start'),
      sort: 'contractStartDate',
      width: 7.5,
      cell: inline(
        'contractStartDate',
        t('list.start'),
        (row) => row.contractStartDate && formatDate(row.contractStartDate),
      ),
    },
    {
      id: 'years',
      label: t('list.years'),
      width: 3.5,
      align: 'right',
      cell: inline('contractLength', t('list.years'), ({ contractLength }) => contractLength),
    },
    {
      id: 'modems',
      label: t('list.modems'),
      sort: 'cmNumber',
      width: 6.5,
      align: 'right',
      cell: inline('cmNumber', t('list.modems'), ({ cmNumber }) => cmNumber !== null && formatCount(cmNumber)),
    },
    {
      id: 'value',
      label: t('list.value'),
      width: 9.5,
      align: 'right',
      cell: inline('contractValue', t('list.value'), (row) => money(row.contractValue, row.currency)),
    },
    {
      id: 'arr',
      label: t('list.arr'),
      width: 10,
      align: 'right',
      cell: (row) => money(row.arr, row.currency),
    },
    {
      id: 'mrr',
      label: t('list.mrr'),
      width: 10,
      align: 'right',
      cell: (row) => money(row.mrr, row.currency),
    },
    {
      id: 'shown',
      label: t('list.shown'),
      width: 6,
      cell: (row) => t(row.showToCustomer ? 'yes' : 'no'),
    },
  ]
}

/** The account of a subscription, with the button that shows its details under the row. */
function AccountCell(props: { row: CustomerPlan; shown: boolean; onShow: (id: string | null) => void }) {
  const t = useText()
  const { row, shown, onShow } = props
  const account = row.accountDisplayName
  return (
    <span className={classes.cell}>
      <IconButton
        size={24}
        aria-label={t(shown ? 'list.hideDetails' : 'list.showDetails', { account })}
        aria-expanded={shown}
        onClick={(event) => {
          event.stopPropagation()
          onShow(shown ? null : row.id)
        }}
      >
        {shown ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
      </IconButton>
      <span className={classes.name}>{account}</span>
    </span>
  )
}
