import { useMemo, useState } from 'react'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconArrowRight, IconHistory } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { editWikiPage, readWikiVersion, type WikiPage, type WikiVersion } from '../contract.ts'
import { useText } from '../texts.ts'
import { DiffText } from './diff-text.tsx'
import classes from './history.module.css'
import { stale } from './use-wiki.ts'
import { countChanges, wordDiff } from './word-diff.ts'

/** The difference of two versions in words; the older one can be restored. */
export function Comparison(props: {
  page: WikiPage
  from: WikiVersion
  to: WikiVersion
  newest: number
  mayWrite: boolean
}) {
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
