import { Suspense } from 'react'
import { IconWorld } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Avatar, Monogram } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SplitView } from '#kit/web/table/split-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatTimestamp } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { type AuditEntry, listAudit } from '../contract.ts'
import { useText } from '../texts.ts'
import { AuditChain } from './audit-chain.tsx'
import { AuditEmpty } from './audit-empty.tsx'
import { AuditFilters } from './audit-filters.tsx'
import classes from './audit-page.module.css'
import { useEntryWords } from './entry-words.tsx'
import { useLabel } from './label.ts'
import { type AuditList, useAuditList } from './use-audit-list.ts'

const EntryDetail = lazyNamed(() => import('./entry-detail.tsx'), 'EntryDetail')

/** The audit log of all accounts. */
export function AuditPage() {
  return <Audit account={null} />
}

/** The audit log of the account in the address. */
export function AccountAuditPage() {
  const account = useAccount()
  return account && <Audit account={account} />
}

function Audit({ account }: { account: AccountChoice | null }) {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const audit = useAuditList(account)
  const { entryId } = audit
  const detail = entryId && (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <EntryDetail key={entryId} id={entryId} audit={audit} />
    </Suspense>
  )
  const csv = (
    <CsvButton endpoint={listAudit} input={{ query: audit.query }} name={account ? `audit-${account.name}` : 'audit'} />
  )
  const isAlone = phone && Boolean(entryId)
  return (
    <Page kind="fill">
      <PageHeader
        title={label('audit')}
        note={account ? t('page.noteOf', { account: account.displayName }) : t('page.note')}
        actions={csv}
      />
      {!isAlone && <AuditChain />}
      {!isAlone && <AuditFilters audit={audit} csv={phone ? csv : undefined} />}
      <SplitView name="audit" list={<Entries audit={audit} />} detail={detail || null} />
    </Page>
  )
}

function Entries({ audit }: { audit: AuditList }) {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const wordsOf = useEntryWords()
  const { account, list, entryId, open } = audit
  const sentence = (entry: AuditEntry) => <Sentence {...wordsOf(entry)} />
  const gridProps = {
    label: label('audit'),
    list,
    id: ({ id }: AuditEntry) => id,
    open: entryId,
    onOpen: ({ id }: AuditEntry) => open(id),
    empty: <AuditEmpty audit={audit} />,
  }
  if (phone)
    return (
      <PhoneList
        {...gridProps}
        phone={(entry) => ({
          lead: <Faces entry={entry} />,
          title: sentence(entry),
          meta: account ? numberOf(entry, t('page.waiting')) : <AccountName name={entry.account} />,
          end: formatTimestamp(entry.at),
        })}
      />
    )
  const columns: readonly Column<AuditEntry>[] = [
    {
      id: 'seq',
      label: t('page.entry'),
      width: 6.5,
      cell: (entry) => (
        <span className={classes.number} data-chained={entry.seq !== null || undefined}>
          {numberOf(entry, t('page.waiting'))}
        </span>
      ),
    },
    {
      id: 'at',
      label: t('page.time'),
      width: 8.5,
      sort: 'at',
      cell: ({ at }) => <time dateTime={at}>{formatTimestamp(at)}</time>,
    },
    { id: 'who', label: t('page.who'), width: 4.5, cell: (entry) => <Faces entry={entry} /> },
    { id: 'what', label: t('page.what'), minWidth: 14, fixed: true, cell: sentence },
    ...(account
      ? []
      : [
          {
            id: 'account',
            label: t('page.account'),
            width: entryId ? 5.5 : 14,
            cell: ({ account: name }: AuditEntry) => <AccountName name={name} isShort={entryId !== undefined} />,
          },
        ]),
  ]
  return (
    <Grid
      {...gridProps}
      follow
      state={audit.state}
      columns={columns}
      name={(entry) => {
        const { actor, words, isDenied } = wordsOf(entry)
        return `${isDenied ? `${t('page.denied')}: ` : ''}${actor} ${words}`
      }}
    />
  )
}

function numberOf({ seq }: AuditEntry, waiting: string): string {
  return seq === null ? waiting : `#${formatCount(seq)}`
}

function Sentence({ actor, words, isDenied }: { actor: string; words: string; isDenied: boolean }) {
  const t = useText()
  return (
    <span className={classes.sentence} title={`${actor} ${words}`}>
      {isDenied && <Badge colour="red">{t('page.denied')}</Badge>}
      <span className={classes.words}>
        <strong>{actor}</strong> {words}
      </span>
    </span>
  )
}

/** Who did it; under impersonation both. */
function Faces({ entry: { by, impersonatedBy } }: { entry: AuditEntry }) {
  const t = useText()
  return (
    <span className={classes.faces}>
      {impersonatedBy && <Avatar name={impersonatedBy} size={24} />}
      <Avatar name={by?.fullName ?? t('system')} size={24} />
    </span>
  )
}

/** The account; `isShort` shows its letters alone, beside an open entry that names it. */
function AccountName({ name, isShort = false }: { name: string | null; isShort?: boolean }) {
  const t = useText()
  const accounts = useAccounts()
  const shown = accounts.find((account) => account.name === name)?.displayName ?? name
  const label = shown ?? t('page.noAccount')
  if (isShort)
    return (
      <span className={classes.account} role="img" aria-label={label} title={label}>
        {shown ? <Monogram name={shown} /> : <IconWorld size={16} aria-hidden />}
      </span>
    )
  return (
    <span className={classes.account}>
      {shown ? <Monogram name={shown} /> : <IconWorld size={16} aria-hidden />}
      <span className="el">{label}</span>
    </span>
  )
}
