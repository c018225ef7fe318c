import { useNavigate } from '@tanstack/react-router'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { TwoColumnLayout } from '#kit/web/look/with-side.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import type { Announcement, Category } from '../contract/announcement.ts'
import { announcementsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useAnnouncementForm } from './announcement-form.ts'
import type { AnnouncementValues } from './announcement-values.ts'
import { Deliveries } from './deliveries.tsx'
import { DryRun } from './dry-run.tsx'
import classes from './editor.module.css'
import { EditorActions } from './editor-actions.tsx'
import { EditorPreview } from './editor-preview.tsx'
import { MessageFields } from './message-fields.tsx'
import { RecipientsFields } from './recipients-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useDryRun } from './use-dry-run.ts'

/** The form of an announcement beside its preview and its dry run. The input of a new one survives a reload. */
export function AnnouncementEditor(props: {
  categories: readonly Category[]
  stored: Announcement | undefined
  initial: AnnouncementValues
}) {
  const t = useText()
  const navigate = useNavigate()
  const phone = useIsMobile()
  const { stored: storedAnnouncement, categories, initial } = props
  const form = useAnnouncementForm(initial, storedAnnouncement ? {} : { draft: 'new-announcement' })
  const dryRun = useDryRun(form.values, storedAnnouncement)
  const title = storedAnnouncement ? storedAnnouncement.title : t('edit.new')
  const actions = (
    <EditorActions form={form} stored={storedAnnouncement} onGone={() => void navigate({ to: announcementsPath() })} />
  )
  return (
    <Page kind="fill">
      <PageHeader
        title={title}
        badges={<StatusBadge status={storedAnnouncement?.status ?? 'DRAFT'} />}
        actions={actions}
      />
      <TwoColumnLayout
        wide
        label={title}
        sideLabel={t('preview.title')}
        tabs={null}
        side={
          <>
            <EditorPreview values={form.values} recipients={dryRun.data?.recipients ?? []} />
            <DryRun values={form.values} preview={dryRun.data} error={dryRun.error} />
          </>
        }
      >
        <div className={classes.form}>
          <MessageFields form={form} categories={categories} />
          <RecipientsFields form={form} />
          <ScheduleFields form={form} />
          {storedAnnouncement && storedAnnouncement.status !== 'DRAFT' && <Deliveries id={storedAnnouncement.id} />}
        </div>
      </TwoColumnLayout>
      {phone && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}
