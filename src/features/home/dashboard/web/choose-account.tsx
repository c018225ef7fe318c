import { TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Account, listMyAccounts } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconSearch, IconSearchOff } from '#kit/web/icons/icons.generated.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { accountDashboardPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './choose-account.module.css'
import { useLabel } from './label.ts'

/** The accounts visible to the user, as cards; two letters and Enter open the first match. */
export function ChooseAccount() {
  const t = useText()
  const label = useLabel()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const result = useQueryOf(listMyAccounts, { query: {} })
  const all = result.data?._embedded.accounts
  const fittingAccounts = fitting(all ?? [], words)
  const [first] = fittingAccounts
  return (
    <Page>
      <PageHeader title={label('chooseAccount')} note={all && t('choose.note', { count: all.length })} />
      <form
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault()
          if (first) void navigate({ to: accountDashboardPath({ account: first }) })
        }}
      >
        <TextInput
          size="lg"
          ref={focusOnce}
          type="search"
          aria-label={t('choose.search')}
          placeholder={t('choose.search')}
          leftSection={<IconSearch size={17} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </form>
      <QueryView query={result} rows={6}>
        {() =>
          first ? (
            <ul className={classes.cards}>
              {fittingAccounts.map((account, index) => (
                <li key={account.id}>
                  <AccountCard account={account} first={index === 0 && words !== ''} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              colour="grey"
              icon={<IconSearchOff size={22} aria-hidden />}
              title={t('choose.noneTitle', { words })}
              actions={
                <Button variant="light" onClick={() => setWords('')}>
                  {t('choose.clear')}
                </Button>
              }
            >
              {t('choose.noneText')}
            </EmptyState>
          )
        }
      </QueryView>
    </Page>
  )
}

function AccountCard({ account, first }: { account: Account; first: boolean }) {
  const t = useText()
  const { openCases = 0, openOutages = 0 } = account
  return (
    <Link to={accountDashboardPath({ account })} className={classes.card} data-first={first || undefined}>
      <Monogram name={account.displayName} size={40} />
      <span className={classes.words}>
        <span className={classes.name}>{account.displayName}</span>
        <span className={classes.note}>
          {[
            account.city,
            t(`regionShort.${account.region}`),
            openCases > 0 ? t('choose.open', { count: openCases }) : t('choose.quiet'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={classes.state}>
          <StateBadge kind="stage" state={account.stage}>
            {t(`stage.${account.stage}`)}
          </StateBadge>
          {openOutages > 0 && (
            <Badge colour="red" blinking>
              {t('live', { count: openOutages })}
            </Badge>
          )}
        </span>
      </span>
    </Link>
  )
}

/** Accounts whose name, or a word of it, begins with the typed text come first; then those that contain it. */
function fitting(accounts: readonly Account[], words: string): Account[] {
  const wantedName = words.trim().toLowerCase()
  const rank = ({ name, displayName }: Account) => {
    const text = displayName.toLowerCase()
    if (text.startsWith(wantedName)) return 0
    if (text.split(/\s+/).some((word) => word.startsWith(wantedName))) return 1
    return text.includes(wantedName) || name.includes(wantedName) ? 2 : 3
  }
  return accounts
    .filter((account) => rank(account) < 3)
    .sort((a, b) => rank(a) - rank(b) || a.displayName.localeCompare(b.displayName))
}

/** The field is the purpose of the page. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
