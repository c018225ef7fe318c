import { useQueryOf } from '#kit/web/data/query.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { readDeletionConfiguration } from '../contract.ts'
import { useText } from '../texts.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { DeletionCandidates } from './deletion-candidates.tsx'
import classes from './deletion-page.module.css'

/** The deletion rule, a preview of the affected users, and users marked or approved now. */
export function DeletionPage() {
  const t = useText()
  const query = useQueryOf(readDeletionConfiguration, {})
  return (
    <QueryView query={query} page rows={8}>
      {(data) => (
        <Page>
          <PageHeader title={t('title')} note={t('note')} />
          <ConfigurationCard configuration={data} />
          <div className={classes.two}>
            <DeletionCandidates state="candidateForDeletion" title={t('list.candidates')} />
            <DeletionCandidates state="approvedForDeletion" title={t('list.approved')} />
          </div>
        </Page>
      )}
    </QueryView>
  )
}
