import { Suspense, useState } from 'react'
import { saveBlob } from '#kit/web/data/save-blob.ts'
import { IconBan, IconCertificate, IconDownload } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { Certificate } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './certificates.module.css'

const RevokeDialog = lazyNamed(() => import('./revoke-dialog.tsx'), 'RevokeDialog')

const colours: Readonly<Record<Certificate['state'], BadgeColour>> = {
  VALID: 'green',
  EXPIRED: 'light-grey',
  REVOKED: 'red',
}

/** The certificates of the account, those that expire first on top. */
export function CertificatesCard({ certificates, isMore }: { certificates: readonly Certificate[]; isMore: boolean }) {
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
