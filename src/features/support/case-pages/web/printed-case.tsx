import { Link, useParams } from '@tanstack/react-router'
import { isVendor } from '#features/access/roles/contract.ts'
import { type Attachment, listAttachments } from '#features/support/attachments/contract.ts'
import { type Case, readCase } from '#features/support/cases/contract.ts'
import { type CustomerComment, listComments } from '#features/support/comments/contract.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconPrinter } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useMe, usePrincipal } from '#kit/web/who/me.tsx'
import { casePath } from '../paths.ts'
import { usePrintText, useText } from '../texts.ts'
import classes from './printed-case.module.css'

/** A case as a document for paper: what the customer may read, with every comment. */
export function PrintedCase() {
  const { key = '' } = useParams({ strict: false }) as { key?: string }
  const caseQuery = useQueryOf(readCase, { params: { key } })
  const comments = useEveryOf<CustomerComment>(listComments, { query: { issueKey: key, size: 1000 } })
  const files = useEveryOf<Attachment>(listAttachments, { query: { issueKey: key, size: 1000 } })
  return (
    <QueryView query={jointQuery({ found: caseQuery, comments, files })} rows={6}>
      {(parts) => <Document {...parts} />}
    </QueryView>
  )
}

function Document(props: { found: Case; comments: readonly CustomerComment[]; files: readonly Attachment[] }) {
  const t = usePrintText()
  const me = useMe()
  const vendor = isVendor(usePrincipal())
  const { found: supportCase, comments, files } = props
  return (
    <Page kind="form">
      <div className={classes.tools}>
        <Link to={casePath(supportCase)}>{t('back')}</Link>
        {vendor && <span>{t('public')}</span>}
        <Button leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      <article className={classes.document}>
        <h1>{t('title', { key: supportCase.key, subject: supportCase.subject })}</h1>
        <Facts found={supportCase} />
        <section>
          <h2>{t('description')}</h2>
          <Markdown text={supportCase.description} />
        </section>
        <section>
          <h2>{t('comments')}</h2>
          {comments.length === 0 && <p>{t('noComments')}</p>}
          {comments.map(({ commentId, author, created, body }) => (
            <div key={commentId} className={classes.comment}>
              <p className={classes.by}>
                <strong translate="no">{author.fullName}</strong>
                <span>{author.vendor ? me.vendor.name : supportCase.accountDisplayName}</span>
                <time dateTime={created}>{formatDateTime(created)}</time>
              </p>
              <Markdown text={body} />
            </div>
          ))}
        </section>
        {files.length > 0 && (
          <section>
            <h2>{t('files')}</h2>
            <ul>
              {files.map(({ id, filename, size, created, author }) => (
                <li key={id} translate="no">
                  {[filename, formatBytes(size), author.fullName, formatDateTime(created)].join(' · ')}
                </li>
              ))}
            </ul>
          </section>
        )}
        <footer className={classes.foot}>
          {t('foot', {
            name: me.fullName,
            at: formatDateTime(new Date().toISOString()),
            zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          })}
        </footer>
      </article>
    </Page>
  )
}

function Facts({ found }: { found: Case }) {
  const t = usePrintText()
  const words = useText()
  const { deployment } = found
  return (
    <DescriptionList
      lines={[
        [t('field.account'), found.accountDisplayName],
        [t('field.status'), words(`status.${found.status}`)],
        [t('field.priority'), words(`priority.${found.priority}`)],
        [t('field.reporter'), found.reporter.fullName],
        [t('field.assignee'), found.assignee?.fullName],
        [t('field.deployment'), deployment && data(deployment.name, deployment.softwareVersion)],
        [t('field.product'), found.product && data(found.product, found.productVersion)],
        [t('field.created'), formatDateTime(found.created)],
        [t('field.resolved'), found.resolved && formatDateTime(found.resolved)],
        [t('field.reason'), found.issueReason && words(`reason.${found.issueReason}`)],
      ]}
    />
  )
}

/** Names and versions, which are not translated. */
function data(...words: readonly (string | null)[]) {
  return <span translate="no">{words.filter(Boolean).join(' ')}</span>
}
