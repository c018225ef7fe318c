import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { monthName } from '#kit/web/time/month-name.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { listSignedSlaMonths, type SignedMonth, signedFormats } from '../contract.ts'
import { useSignedText } from '../texts.ts'
import classes from './signed-months.module.css'

/** The revisions of closed months, each with its signed files. */
export function SignedMonths({ account }: { account: string }) {
  const t = useSignedText()
  const query = useQueryOf(listSignedSlaMonths, { query: { account } }, { refetchInterval: 60_000 })
  const columns: readonly PlainColumn<SignedMonth>[] = [
    { id: 'month', label: t('month'), width: 6.5, cell: ({ yearMonth }) => monthName(yearMonth) },
    { id: 'revision', label: t('revision'), width: 5, align: 'right', cell: ({ revision }) => revision },
    { id: 'made', label: t('made'), wide: true, width: 9, cell: ({ madeAt }) => formatDateTime(madeAt) },
    {
      id: 'reason',
      label: t('reason'),
      wide: true,
      cell: ({ reason, revision }) => reason ?? t(revision === 1 ? 'closing' : 'recount'),
    },
    { id: 'files', label: t('files'), width: 10, cell: (row) => <Files row={row} /> },
    { id: 'signatures', label: t('signatures'), wide: true, width: 10, cell: (row) => <Signatures row={row} /> },
  ]
  return (
    <Card flush title={t('title')} note={t('note')}>
      <QueryView query={query} rows={4} empty={<p className={classes.text}>{t('none')}</p>}>
        {({ _embedded: { signedSlaMonths: rows } }) => (
          <>
            <PlainTable
              label={t('title')}
              columns={columns}
              rows={rows}
              id={({ id, revision }) => `${id}-${revision}`}
            />
            <details className={classes.text}>
              <summary>{t('verify')}</summary>
              <p>
                {t('verifyText')} <a href="/.well-known/headend-keys.pem">headend-keys.pem</a>
              </p>
              <code translate="no">
                openssl pkeyutl -verify -pubin -inkey headend-keys.pem -rawin -in FILE -sigfile FILE.sig
              </code>
            </details>
          </>
        )}
      </QueryView>
    </Card>
  )
}

const addressOf = ({ id, revision }: SignedMonth, call: string, format: string) =>
  `/api/plugins/jira/sla-stats/${id}/${call}?format=${format}&revision=${revision}`

function Files({ row }: { row: SignedMonth }) {
  const t = useSignedText()
  const { signed: signedFiles } = row
  if (!signedFiles) return <Badge colour="grey">{t('waiting')}</Badge>
  return (
    <span className={classes.files}>
      {signedFormats.map((format) => (
        <a
          key={format}
          href={addressOf(row, 'signed-file', format)}
          download
          title={`${formatBytes(signedFiles.files[format].size)} · SHA-256 ${signedFiles.files[format].sha256}`}
          aria-label={t('download', {
            format: format.toUpperCase(),
            month: monthName(row.yearMonth),
            revision: row.revision,
          })}
          translate="no"
        >
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  )
}

function Signatures({ row }: { row: SignedMonth }) {
  const t = useSignedText()
  if (!row.signed) return null
  return (
    <span className={classes.files} title={t('key', { key: row.signed.keyId })}>
      {signedFormats.map((format) => (
        <a
          key={format}
          href={addressOf(row, 'signature', format)}
          download
          aria-label={t('signature', {
            format: format.toUpperCase(),
            month: monthName(row.yearMonth),
            revision: row.revision,
          })}
          translate="no"
        >
          .{format}.sig
        </a>
      ))}
    </span>
  )
}
