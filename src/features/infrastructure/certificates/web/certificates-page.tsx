import { Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { saveBlob } from '#kit/web/data/save-blob.ts'
import { IconBan, IconCertificate, IconDownload } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { type Certificate, listCertificates } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './certificates.module.css'
import { SignForm } from './sign-form.tsx'

const SHOWN = 200

/** Signs certificates for an account, and lists them with their expiry. */
export function CertificatesPage() {
  const account = useAccount()
  return account ? <CertificatesOf account={account} /> : <LoadingRows rows={8} />
}

function CertificatesOf({ account }: { account: AccountChoice }) {
  const t = useText()
  const phone = useIsMobile()
  const query = useQueryOf(listCertificates, { query: { account: account.name, size: SHOWN } })
  const certificates = query.data?._embedded.certificates
  const count = query.data?.page.totalElements ?? 0
  const actions = (
    <>
      {(['chain', 'crl'] as const).map((what) => (
        <Button
          key={what}
          variant="default"
          href={what === 'chain' ? '/api/certificates/ca' : '/api/certificates/crl'}
          download
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {t(what)}
        </Button>
      ))}
    </>
  )
  return (
    <Page kind="fill">
      <PageHeader title={t('title')} note={t('note', { account: account.displayName, count })} actions={actions} />
      <SignForm account={account} />
      {certificates && certificates.length > 0 && <ExpiryCard certificates={certificates} />}
      <QueryView query={query} rows={6}>
        {({ _embedded: { certificates } }) => <CertificatesCard certificates={certificates} isMore={count > SHOWN} />}
      </QueryView>
      {phone && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}

const YEAR = 365
const marks = [7, 30, 60, 182, YEAR, 2 * YEAR, 5 * YEAR, 10 * YEAR]
/** The root scale gives the next weeks most of the width. */
const placeOf = (days: number, longest: number) => `${Math.sqrt(Math.min(days, longest) / longest) * 100}%`

/** The days left of the valid certificates on one line. */
function ExpiryCard({ certificates }: { certificates: readonly Certificate[] }) {
  const t = useText()
  const valid = certificates.filter(({ state }) => state === 'VALID')
  if (valid.length === 0) return null
  const most = Math.max(...valid.map(({ daysLeft }) => daysLeft))
  const longest = marks.find((mark) => mark >= most) ?? marks.at(-1)!
  const soon = valid.filter(({ daysLeft }) => daysLeft <= 30).length
  return (
    <Card title={t('expiry.title')} note={t('expiry.note')}>
      <div className={classes.axis} aria-hidden>
        <span>{t('expiry.today')}</span>
        {marks
          .filter((mark) => mark <= longest && mark !== 7)
          .map((mark) => (
            <span key={mark} style={{ left: placeOf(mark, longest) }}>
              {mark < YEAR ? t('expiry.days', { count: mark }) : t('expiry.years', { count: mark / YEAR })}
            </span>
          ))}
      </div>
      <div className={classes.lane}>
        {[30, 60].map(
          (mark) =>
            mark <= longest && <span key={mark} className={classes.zone} style={{ width: placeOf(mark, longest) }} />,
        )}
        {valid.map(({ id, name, daysLeft }) => (
          <span
            key={id}
            role="img"
            className={classes.dot}
            data-when={daysLeft <= 30 ? 'soon' : daysLeft <= 60 ? 'next' : undefined}
            style={{ left: placeOf(daysLeft, longest) }}
            title={t('expiry.dot', { name, days: daysLeft })}
            aria-label={t('expiry.dot', { name, days: daysLeft })}
          />
        ))}
      </div>
      <p className={classes.legend}>
        <span data-when={soon > 0 ? 'soon' : undefined}>{t('expiry.within', { count: soon })}</span>
        <span>{t('expiry.later', { count: valid.length - soon })}</span>
      </p>
    </Card>
  )
}

const RevokeDialog = lazyNamed(() => import('./revoke-dialog.tsx'), 'RevokeDialog')

const colours: Readonly<Record<Certificate['state'], BadgeColour>> = {
  VALID: 'green',
  EXPIRED: 'light-grey',
  REVOKED: 'red',
}

/** The certificates of the account, those that expire first on top. */
function CertificatesCard({ certificates, isMore }: { certificates: readonly Certificate[]; isMore: boolean }) {
  const t = useText()
  const [revoking, setRevoking] = useState<Certificate>()
  const rows = certificates.toSorted((a, b) => rank(a) - rank(b))
  const columns: readonly PlainColumn<Certificate>[] = [
    {
      id: 'name',
      label: t('list.name'),
      cell: ({ name }) => <b translate="no">{name}</b>,
    },
    {
      id: 'names',
      label: t('list.names'),
      wide: true,
      cell: ({ names }) => <code translate="no">{names.map((value) => value.replace(/^dns:/, '')).join(', ')}</code>,
    },
    { id: 'signedBy', label: t('list.signedBy'), wide: true, width: 10, cell: ({ createdBy }) => createdBy.fullName },
    { id: 'key', label: t('list.key'), wide: true, width: 7, cell: ({ key }) => <span translate="no">{key}</span> },
    {
      id: 'state',
      label: t('list.state'),
      width: 8,
      cell: ({ state, reason }) => (
        <span title={reason ? t(`reason.${reason}`) : undefined}>
          <Badge colour={colours[state]}>{t(`state.${state}`)}</Badge>
        </span>
      ),
    },
    { id: 'expires', label: t('list.expires'), width: 8, wide: true, cell: ({ notAfter }) => formatDate(notAfter) },
    {
      id: 'days',
      label: t('list.days'),
      width: 6,
      align: 'right',
      cell: ({ state, daysLeft }) =>
        state === 'VALID' ? (
          <b className={classes.days} data-when={daysLeft <= 30 ? 'soon' : daysLeft <= 60 ? 'next' : undefined}>
            {daysLeft}
          </b>
        ) : (
          '–'
        ),
    },
    {
      id: 'actions',
      label: t('list.actions'),
      quiet: true,
      width: 5.5,
      align: 'right',
      cell: (row) => (
        <span className={classes.actions}>
          <IconButton
            size={28}
            aria-label={t('list.download', { name: row.name })}
            onClick={() => saveBlob(new Blob([row.pem], { type: 'application/x-pem-file' }), fileOf(row))}
          >
            <IconDownload size={16} aria-hidden />
          </IconButton>
          {row.state === 'VALID' && (
            <IconButton size={28} aria-label={t('list.revoke', { name: row.name })} onClick={() => setRevoking(row)}>
              <IconBan size={16} aria-hidden />
            </IconButton>
          )}
        </span>
      ),
    },
  ]
  return (
    <Card title={t('list.title')} note={isMore && t('list.more', { count: certificates.length })} flush>
      {rows.length === 0 ? (
        <EmptyState colour="grey" icon={<IconCertificate size={22} aria-hidden />} title={t('list.empty')}>
          {t('list.emptyText')}
        </EmptyState>
      ) : (
        <PlainTable label={t('list.title')} columns={columns} rows={rows} id={({ id }) => id} />
      )}
      <Suspense>{revoking && <RevokeDialog certificate={revoking} onClose={() => setRevoking(undefined)} />}</Suspense>
    </Card>
  )
}

/** Valid ones by their days left, then those that are over. */
function rank({ state, daysLeft }: Certificate): number {
  return state === 'VALID' ? daysLeft : 1_000_000
}

function fileOf({ name }: Certificate): string {
  return `${name.replace(/[^\w.-]+/g, '-')}.pem`
}
