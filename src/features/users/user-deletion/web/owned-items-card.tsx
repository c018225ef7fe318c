import { useState } from 'react'
import { listUsers, type User } from '#features/users/user-management/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type OwnedItems, readOwnedItems, transferOwnedItems } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deletion-page.module.css'
import { CaseKey, OwnedItemsLine } from './owned-items-line.tsx'

/** What a user would leave behind, and to whom it is transferred. */
export function OwnedItemsCard({ user }: { user: User }) {
  const t = useText()
  const query = useQueryOf(readOwnedItems, { params: { id: user.id } })
  if (query.error) return null
  return (
    <Card title={t('ownedItems.title')}>
      <QueryView query={query} rows={3}>
        {(data) => <Left user={user} ownedItems={data} />}
      </QueryView>
    </Card>
  )
}

function Left({ user, ownedItems }: { user: User; ownedItems: OwnedItems }) {
  const t = useText()
  const { assigned, reported, watched, tokens, machineAccess, managedAccounts: accounts } = ownedItems
  const cases = { assigned, reported, watched }
  const given = assigned.length + watched.length + accounts.length + machineAccess.length
  if (given + reported.length + tokens.length === 0) return <p className={classes.none}>{t('ownedItems.nothing')}</p>
  return (
    <>
      <ul className={classes.lines}>
        {(['assigned', 'reported', 'watched'] as const).map((kind) => (
          <OwnedItemsLine
            key={kind}
            words={t(`ownedItems.${kind}`, { count: cases[kind].length })}
            things={cases[kind]}
            keyOf={({ key }) => key}
          >
            {(one) => <CaseKey one={one} />}
          </OwnedItemsLine>
        ))}
        <OwnedItemsLine
          words={t('ownedItems.tokens', { count: tokens.length })}
          things={tokens}
          keyOf={({ name, expiresAt }) => `${name} ${expiresAt}`}
        >
          {({ name }) => name}
        </OwnedItemsLine>
        <OwnedItemsLine
          words={t('ownedItems.machineAccess', { count: machineAccess.length })}
          things={machineAccess}
          keyOf={({ kind, name, account }) => `${kind} ${name} ${account}`}
        >
          {({ name, account }) => (account ? `${name} (${account})` : name)}
        </OwnedItemsLine>
        <OwnedItemsLine
          words={t('ownedItems.accounts', { count: accounts.length })}
          things={accounts}
          keyOf={({ name }) => name}
        >
          {({ displayName }) => displayName}
        </OwnedItemsLine>
      </ul>
      {given > 0 && <Transfer user={user} />}
    </>
  )
}

function Transfer({ user }: { user: User }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [to, setTo] = useState<string | null>(null)
  const side = user.isVendor ? 'VENDOR' : 'CUSTOMER'
  const account = user.roles.flatMap((role) => role.account ?? [])
  const query = { q: words.trim(), side, state: ['active'], size: 8, ...(user.isVendor ? {} : { account }) } as const
  const { data } = useQueryOf(listUsers, { query: { ...query, state: ['active'] } }, { keep: true })
  const successors = data?._embedded.users.filter(({ id }) => id !== user.id) ?? []
  const transfer = useMutationOf(transferOwnedItems, {
    refreshes: [readOwnedItems],
    onSuccess: (given) => toast({ title: t('ownedItems.done', given) }),
  })
  return (
    <div className={classes.give}>
      <Select
        label={t('ownedItems.to')}
        placeholder={t('ownedItems.search')}
        searchable
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        filter={({ options }) => options}
        searchValue={words}
        onSearchChange={setWords}
        data={successors.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        value={to}
        onChange={setTo}
      />
      <Button
        variant="light"
        blocked={to === null ? t('notYet.successor') : undefined}
        loading={transfer.isPending}
        onClick={() => to && transfer.mutate({ params: { id: user.id }, body: { to } })}
      >
        {t('ownedItems.give')}
      </Button>
    </div>
  )
}
