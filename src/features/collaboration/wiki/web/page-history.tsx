import { useMemo, useState } from 'react'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconArrowLeft, IconArrowRight, IconHistory, IconLock } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { editWikiPage, listWikiVersions, readWikiVersion, type WikiPage, type WikiVersion } from '../contract.ts'
import { useText } from '../texts.ts'
import { DiffText } from './diff-text.tsx'
import classes from './history.module.css'
import { stale } from './use-wiki.ts'
import { countChanges, wordDiff } from './word-diff.ts'

const SHOWN = 200

/** The versions of a page, and the difference of two of them. */
export function PageHistory({ page, mayWrite }: { page: WikiPage; mayWrite: boolean }) {
  const t = useText()
  const { query, change } = useUrlQuery<'show' | 'from' | 'to'>()
  const result = useQueryOf(listWikiVersions, { params: { id: page.id }, query: { size: SHOWN } })
  const versions = result.data?._embedded.versions ?? []
  const find = (n: string | undefined): WikiVersion | undefined => versions.find((one) => String(one.n) === n)
  const to = find(query.to) ?? versions[0]
  const from = find(query.from) ?? versions.find(({ n }) => to !== undefined && n < to.n) ?? to
  const back = (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={15} aria-hidden />}
      onClick={() => change({ show: undefined, from: undefined, to: undefined })}
    >
      {t('toPage')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('historyOf', { title: page.title })} actions={back} />
      <QueryView query={result} rows={8}>
        {({ page: { totalElements } }) =>
          from &&
          to && (
            <div className={classes.history}>
              <VersionList
                versions={versions}
                total={totalElements}
                from={from.n}
                to={to.n}
                onChoose={(chosenVersions) =>
                  change({ from: String(chosenVersions.from), to: String(chosenVersions.to) })
                }
              />
              <Comparison page={page} from={from} to={to} newest={versions[0]!.n} mayWrite={mayWrite} />
            </div>
          )
        }
      </QueryView>
      <BottomBar>{back}</BottomBar>
    </>
  )
}

type RevisionPair = { readonly from: number; readonly to: number }

/** The versions, the newest first; two of them are chosen for comparison, the older one in the first column. */
function VersionList(props: {
  versions: readonly WikiVersion[]
  total: number
  from: number
  to: number
  onChoose: (chosen: RevisionPair) => void
}) {
  const t = useText()
  const { versions, total, from, to, onChoose } = props
  return (
    <section className={classes.versions} aria-label={t('versions')}>
      <h2>
        {t('versions')} <span className={classes.note}>{t('versionCount', { count: total })}</span>
      </h2>
      <ol>
        {versions.map(({ n, author, saved, note, restored, audience }) => (
          <li key={n} data-chosen={n === from || n === to || undefined}>
            <span className={classes.ends}>
              <input
                type="radio"
                name="from"
                aria-label={t('compareFrom', { n })}
                title={t('compareFrom', { n })}
                checked={n === from}
                onChange={() => onChoose({ from: n, to: Math.max(n, to) })}
              />
              <input
                type="radio"
                name="to"
                aria-label={t('compareTo', { n })}
                title={t('compareTo', { n })}
                checked={n === to}
                onChange={() => onChoose({ from: Math.min(n, from), to: n })}
              />
            </span>
            <span className={classes.versionText}>
              <span>
                <strong>{t('version', { n })}</strong> <span translate="no">{author ?? t('someone')}</span>
                {audience === 'VENDOR' && (
                  <IconLock size={13} className={classes.lock} aria-label={t('internal')} role="img" />
                )}
              </span>
              <span className={classes.note}>
                <time dateTime={saved}>{formatDateTime(saved)}</time>
                {restored !== null && ` · ${t('restoredFrom', { n: restored })}`}
              </span>
              {note && (
                <span className={classes.versionNote} translate="no">
                  {note}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {total > versions.length && <p className={classes.note}>{t('olderVersions', { count: versions.length })}</p>}
    </section>
  )
}

/** The difference of two versions in words; the older one can be restored. */
function Comparison(props: { page: WikiPage; from: WikiVersion; to: WikiVersion; newest: number; mayWrite: boolean }) {
  const t = useText()
  const { page, from, to, newest, mayWrite } = props
  const [isAsking, setAsking] = useState(false)
  const { change } = useUrlQuery<'show' | 'from' | 'to'>()
  const [before, after] = [useVersion(page.id, from.n), useVersion(page.id, to.n)]
  const [old, fresh] = [before.data?.body, after.data?.body]
  const counts = useMemo(
    () => (old === undefined || fresh === undefined ? null : countChanges(wordDiff(old, fresh))),
    [old, fresh],
  )
  const restore = useMutationOf(editWikiPage, {
    refreshes: stale,
    onSuccess: ({ revision }) => {
      toast({ title: t('restored', { n: from.n, revision }) })
      change({ show: undefined, from: undefined, to: undefined })
    },
  })
  return (
    <section className={classes.comparison} aria-label={t('comparison')}>
      <header className={classes.compared}>
        <strong>{t('version', { n: from.n })}</strong>
        <IconArrowRight size={15} aria-hidden />
        <strong>{t('version', { n: to.n })}</strong>
        {counts && (
          <span className={classes.counts}>
            <span className={classes.plus}>{t('wordsAdded', { count: counts.added })}</span>{' '}
            <span className={classes.minus}>{t('wordsRemoved', { count: counts.removed })}</span>
          </span>
        )}
        {mayWrite && from.n !== newest && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconHistory size={14} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('restore', { n: from.n })}
          </Button>
        )}
      </header>
      <QueryView query={jointQuery({ before, after })} rows={8}>
        {(texts) => (
          <>
            {from.audience !== to.audience && <p className={classes.note}>{t(`audienceTo.${to.audience}`)}</p>}
            <DiffText {...texts} />
          </>
        )}
      </QueryView>
      <Confirm
        opened={isAsking}
        colour="blue"
        title={t('restoreTitle', { n: from.n })}
        action={t('restore', { n: from.n })}
        busy={restore.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => restore.mutate({ params: { id: page.id }, body: { restore: from.n }, version: page.version })}
      >
        {t('restoreText', { next: page.revision + 1 })}
      </Confirm>
    </section>
  )
}

function useVersion(id: string, n: number) {
  return useQueryOf(readWikiVersion, { params: { id, n: String(n) } })
}
