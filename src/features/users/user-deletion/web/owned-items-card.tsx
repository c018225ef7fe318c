import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { casePath } from '#features/support/case-pages/paths.ts'
import { listUsers, type User } from '#features/users/user-management/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useAccounts } from '#kit/web/who/account.tsx'
import { type OwnedItems, readOwnedItems, transferOwnedItems } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deletion-page.module.css'
import ownedItemsLineClasses from './owned-items-line.module.css'

/** What a user would leave behind, and to whom it is transferred. */
export function OwnedItemsCard({ user }: { user: User }) {
  const t = useText()
  const query = useQueryOf(readOwnedItems, { params: { id: user.id } })
  if (query.error) return null
  return (
    <Card title={t('ownedItems.title')}>
      <QueryView query={query} rows={3}>
        {(data) => <LeftItems user={user} ownedItems={data} />}
      </QueryView>
    </Card>
  )
}

function LeftItems({ user, ownedItems }: { user: User; ownedItems: OwnedItems }) {
  const t = useText()
  const {
    assigned: assignedCases,
    reported: reportedCases,
    watched: watchedCases,
    tokens,
    machineAccess,
    managedAccounts: accounts,
  } = ownedItems
  const cases = { assigned: assignedCases, reported: reportedCases, watched: watchedCases }
  const givenCount = assignedCases.length + watchedCases.length + accounts.length + machineAccess.length
  if (givenCount + reportedCases.length + tokens.length === 0)
    return <p className={classes.none}>{t('ownedItems.nothing')}</p>
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
      {givenCount > 0 && <Transfer user={user} />}
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
    onSuccess: (givenCounts) => toast({ title: t('ownedItems.done', givenCounts) }),
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

/** Items named, at most. */
const NAMED = 8

/** The number of items of a kind, and their names. */
function OwnedItemsLine<Thing>(props: {
  words: string
  things: readonly Thing[]
  keyOf: (thing: Thing) => string
  children: (thing: Thing) => ReactNode
}) {
  const { words, things, keyOf, children } = props
  if (things.length === 0) return null
  return (
    <li>
      {words}
      <ul className={ownedItemsLineClasses.named}>
        {things.slice(0, NAMED).map((thing) => (
          <li key={keyOf(thing)}>{children(thing)}</li>
        ))}
        {things.length > NAMED && <li>+{things.length - NAMED}</li>}
      </ul>
    </li>
  )
}

/** The key of a case, linked to it. */
function CaseKey({ one }: { one: OwnedItems['assigned'][number] }) {
  const account = useAccounts().find(({ name }) => name === one.account)
  if (!account) return <code title={one.subject}>{one.key}</code>
  return (
    <Link to={casePath({ account, key: one.key })} title={one.subject}>
      <code>{one.key}</code>
    </Link>
  )
}
