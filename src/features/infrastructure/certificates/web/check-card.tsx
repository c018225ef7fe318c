import type { ReactNode } from 'react'
import type { Query } from '#kit/web/data/query.ts'
import { IconAlertCircle, IconArrowRight, IconCheck, IconFileText, IconX } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { RequestCheck } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './certificates.module.css'

/** What a request asks for beside what the certificate will have; what is wrong, and the command that makes it right. */
export function CheckCard(props: {
  account: string
  query: Query<RequestCheck>
  isChecking: boolean
  children: ReactNode
}) {
  const t = useText()
  const { account, query, isChecking, children } = props
  const check = query.data
  const flaw = check?.flaw
  const badge = isChecking ? (
    <Badge colour="light-blue" blinking>
      {t('check.checking')}
    </Badge>
  ) : (
    check && <Badge colour={flaw ? 'red' : 'green'}>{t(flaw ? 'check.bad' : 'check.good')}</Badge>
  )
  const command = requestCommand(account, check?.asked?.names ?? [])
  return (
    <Card className={classes.check} title={t('check.title')} note={t('check.note')} right={badge} flush>
      <QueryView
        query={query}
        loading={
          <EmptyState colour="grey" icon={<IconFileText size={22} aria-hidden />} title={t('check.empty')}>
            {t('check.emptyText')}
          </EmptyState>
        }
      >
        {(check) => check.asked && <Comparison rows={rowsOf(check)} until={check.issued?.notAfter} />}
      </QueryView>
      {flaw && (
        <p className={classes.flaw} role="alert">
          <IconAlertCircle size={16} aria-hidden />
          {flaw.line === null ? flaw.message : t('check.line', { line: flaw.line, message: flaw.message })}
        </p>
      )}
      <footer>
        {(!check || flaw) && (
          <div className={classes.make}>
            <p>{t('check.make')}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long command is scrolled with the keyboard */}
            <pre tabIndex={0} translate="no">
              {command}
            </pre>
          </div>
        )}
        {(!check || flaw) && <CopyButton value={command} label={t('check.copy')} />}
        {children}
      </footer>
    </Card>
  )
}

function Comparison({ rows, until }: { rows: readonly CheckRow[]; until: string | undefined }) {
  const t = useText()
  return (
    <table className={classes.comparison} aria-label={t('check.title')}>
      <thead>
        <tr>
          <th scope="col">{t('check.field')}</th>
          <th scope="col">{t('check.asked')}</th>
          <th scope="col">{t('check.issued')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.field} data-verdict={row.verdict}>
            <th scope="row">{t(`check.${row.field}`)}</th>
            <td translate="no">
              {row.asked.join('') === ''
                ? '–'
                : row.asked.map((value) => (
                    <code key={value} data-out={row.leftOut.includes(value) || undefined}>
                      {value}
                    </code>
                  ))}
            </td>
            <td>
              <span className={classes.verdict}>
                <VerdictIcon verdict={row.verdict} />
                <Verdict row={row} />
              </span>
            </td>
          </tr>
        ))}
        {until && (
          <tr>
            <th scope="row">{t('check.until')}</th>
            <td>–</td>
            <td>
              <span className={classes.verdict}>
                <IconCheck size={14} aria-hidden />
                {formatDate(until)}
              </span>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Verdict({ row: { verdict, field, leftOut, issued } }: { row: CheckRow }) {
  const t = useText()
  if (verdict === 'bad') return t('check.notSigned')
  if (verdict === 'changed' && issued) return <code translate="no">{issued}</code>
  if (verdict === 'changed') return t('check.leftOut', { count: leftOut.length, list: leftOut.join(', ') })
  if (field === 'key') return t('check.accepted')
  return t(field === 'extensions' ? 'check.fromProfile' : 'check.same')
}

function VerdictIcon({ verdict }: { verdict: CheckRow['verdict'] }) {
  if (verdict === 'bad') return <IconX size={14} aria-hidden />
  return verdict === 'changed' ? <IconArrowRight size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />
}

/** A command that makes a key and a request that can be signed, for the names that were asked for. */
function requestCommand(account: string, names: readonly string[]): string {
  const hosts = names.flatMap((name) => /^dns:([\w.*-]+)$/.exec(name)?.[1] ?? [])
  const [first = `cmts1.${account}.example`] = hosts
  const file = first.replace(/^\*\./, 'wildcard.')
  const alternative = (hosts.length > 0 ? hosts : [first]).map((host) => `DNS:${host}`).join(',')
  return `openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \\
  -keyout ${file}.key -out ${file}.csr \\
  -subj "/CN=${first}" -addext "subjectAltName=${alternative}"`
}

/** One line of the comparison: what was asked for, and whether the certificate has it. */
type CheckRow = {
  readonly field: 'subject' | 'names' | 'key' | 'extensions'
  readonly asked: readonly string[]
  readonly leftOut: readonly string[]
  /** What the certificate has instead. */
  readonly issued?: string | undefined
  readonly verdict: 'same' | 'changed' | 'bad'
}

/** The comparison of a request that was read. */
function rowsOf({ asked, issued, leftOut }: RequestCheck): CheckRow[] {
  if (!asked) return []
  const { subject, names, key, extensions } = asked
  const row = (field: CheckRow['field'], values: readonly string[], kept: readonly string[] | undefined): CheckRow => {
    const out = kept ? values.filter((value) => !kept.includes(value)) : []
    return { field, asked: values, leftOut: out, verdict: !kept ? 'bad' : out.length > 0 ? 'changed' : 'same' }
  }
  return [
    { ...row('subject', [subject], issued ? [issued.subject] : undefined), issued: issued?.subject },
    row('names', names, issued?.names),
    row('key', [key], issued ? [key] : undefined),
    row('extensions', extensions, issued ? extensions.filter((name) => !leftOut.includes(name)) : undefined),
  ]
}
