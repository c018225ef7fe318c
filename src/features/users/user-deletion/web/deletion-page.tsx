import { useQueryOf } from '#kit/web/data/query.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { readDeletionConfiguration } from '../contract.ts'
import { useText } from '../texts.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { DeletionCandidates } from './deletion-candidates.tsx'
import classes from './deletion-page.module.css'

/** The deletion rule, a preview of the affected users, and users marked or approved now. */
export function DeletionPage() {
  const t = useText()
  const { data, error, refetch } = useQueryOf(readDeletionConfiguration, {})
  if (error && !data) return <ErrorState page error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows rows={8} />
  return (
    <Page>
      <PageHeader title={t('title')} note={t('note')} />
      <ConfigurationCard configuration={data} />
      <div className={classes.two}>
        <DeletionCandidates state="candidateForDeletion" title={t('list.candidates')} />
        <DeletionCandidates state="approvedForDeletion" title={t('list.approved')} />
      </div>
    </Page>
  )
}
