import { Suspense, useState } from 'react'
import { useEveryOf } from '#kit/web/data/every.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconBuildings, IconPencil, IconPlus, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { type DistributionGroup, deleteDistributionGroup, listDistributionGroups } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './groups.module.css'
import { label } from './label.ts'

const GroupDialog = lazyNamed(() => import('./group-dialog.tsx'), 'GroupDialog')
const SHOWN_ACCOUNTS = 4

type Selection =
  | { readonly what: 'edit' | 'delete'; readonly group: DistributionGroup }
  | { readonly what: 'new' }
  | null

/** Distribution groups with their accounts. */
export function GroupsPage() {
  const t = useText()
  const phone = useIsMobile()
  const [selection, setSelection] = useState<Selection>(null)
  const query = useEveryOf<DistributionGroup>(listDistributionGroups, { query: { size: 200 } })
  const close = () => setSelection(null)
  const add = (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setSelection({ what: 'new' })}>
      {t('new')}
    </Button>
  )
  return (
    <Page kind="dashboard">
      <PageHeader title={label('groups')} note={t('note')} actions={add} />
      <Card flush>
        <QueryView
          query={query}
          empty={
            <EmptyState colour="grey" icon={<IconBuildings size={22} aria-hidden />} title={t('empty')}>
              {t('emptyText')}
            </EmptyState>
          }
        >
          {(groups) => <Groups groups={groups} onAsk={setSelection} />}
        </QueryView>
      </Card>
      {phone && <BottomBar>{add}</BottomBar>}
      {selection?.what === 'delete' && <DeleteGroup group={selection.group} onClose={close} />}
      <Suspense>
        {selection && selection.what !== 'delete' && (
          <GroupDialog group={selection.what === 'edit' ? selection.group : undefined} onClose={close} />
        )}
      </Suspense>
    </Page>
  )
}

function Groups({ groups, onAsk }: { groups: readonly DistributionGroup[]; onAsk: (next: Selection) => void }) {
  const t = useText()
  const columns: readonly PlainColumn<DistributionGroup>[] = [
    {
      id: 'name',
      label: t('name'),
      width: 20,
      cell: ({ name, description }) => (
        <span translate="no">
          <strong>{name}</strong>
          {description && (
            <span className={classes.description} title={description}>
              {description}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'ring',
      label: t('ring'),
      width: 5,
      cell: ({ ring }) => ring ?? <span className={classes.quiet}>{t('noRing')}</span>,
    },
    { id: 'accounts', label: t('accounts'), cell: ({ accounts }) => <Accounts names={accounts} /> },
    { id: 'updated', label: t('updated'), wide: true, width: 8, cell: ({ updated }) => formatDate(updated) },
    {
      id: 'actions',
      label: t('actions'),
      quiet: true,
      width: 6,
      align: 'right',
      cell: (group) => (
        <>
          <IconButton aria-label={t('edit', { name: group.name })} onClick={() => onAsk({ what: 'edit', group })}>
            <IconPencil size={16} aria-hidden />
          </IconButton>
          <IconButton aria-label={t('delete', { name: group.name })} onClick={() => onAsk({ what: 'delete', group })}>
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </>
      ),
    },
  ]
  return <PlainTable label={label('groups')} columns={columns} rows={groups} id={({ id }) => id} />
}

function Accounts({ names }: { names: readonly string[] }) {
  const t = useText()
  const knownAccounts = useAccounts()
  const shownNames = names
    .slice(0, SHOWN_ACCOUNTS)
    .map((name) => knownAccounts.find((one) => one.name === name)?.displayName ?? name)
  const rest = names.length - shownNames.length
  return (
    <>
      <span translate="no">{shownNames.join(', ')}</span>{' '}
      {rest > 0 && <span className={classes.quiet}>{t('more', { count: rest })}</span>}
    </>
  )
}

function DeleteGroup({ group, onClose }: { group: DistributionGroup; onClose: () => void }) {
  const t = useText()
  const { id, name, version } = group
  const remove = useMutationOf(deleteDistributionGroup, {
    refreshes: [listDistributionGroups],
    onSuccess: () => {
      toast({ title: t('deleted', { name }) })
      onClose()
    },
  })
  return (
    <Confirm
      opened
      title={t('deleteTitle', { name })}
      action={t('deleteAction')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id }, version })}
      onClose={onClose}
    >
      {t('deleteText')}
    </Confirm>
  )
}
