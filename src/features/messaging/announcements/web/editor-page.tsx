import { useParams, useSearch } from '@tanstack/react-router'
import { useSettings } from '#features/users/users/web/index.ts'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconSpeakerphone } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { listCategories, readAnnouncement } from '../contract.ts'
import { announcementsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { AnnouncementEditor } from './announcement-editor.tsx'
import { type AnnouncementValues, newValues, valuesOf } from './announcement-values.ts'

/** A new announcement, or one that is stored. */
export function EditorPage() {
  const t = useText()
  const { announcementId = '' } = useParams({ strict: false }) as { announcementId?: string }
  const proposal = useSearch({ strict: false }) as Proposal
  const isNew = announcementId === 'new'
  const { settings } = useSettings()
  const categories = useQueryOf(listCategories, {})
  const stored = useQueryOf(readAnnouncement, { params: { id: announcementId } }, { enabled: !isNew })
  usePageLabel(isNew ? t('edit.new') : stored.data?.title, { back: announcementsPath() })
  const zone = settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <QueryView
      page
      query={jointQuery({ categories, stored: isNew ? { ...stored, data: null } : stored })}
      loading={
        <Page>
          <PageHeader title={isNew ? t('edit.new') : (stored.data?.title ?? '')} />
          <LoadingRows rows={8} />
        </Page>
      }
      notFound={
        <NotFoundState
          page
          icon={IconSpeakerphone}
          title={t('edit.gone')}
          actions={
            <Button variant="default" to={announcementsPath()}>
              {t('edit.toList')}
            </Button>
          }
        >
          {t('edit.goneText')}
        </NotFoundState>
      }
    >
      {({
        categories: {
          _embedded: { categories },
        },
        stored: data,
      }) => (
        <AnnouncementEditor
          key={data ? `${data.id} ${data.version} ${data.status}` : 'new'}
          categories={categories}
          stored={data ?? undefined}
          initial={data ? valuesOf(data) : { ...newValues(zone, categories[0]?.id ?? ''), ...proposedValues(proposal) }}
        />
      )}
    </QueryView>
  )
}

/** What the address of a new announcement proposes: its text, and the account that it is for. */
type Proposal = { readonly title?: string; readonly message?: string; readonly account?: string }

function proposedValues({ title, message, account }: Proposal): Partial<AnnouncementValues> {
  return {
    ...(title ? { title: String(title) } : {}),
    ...(message ? { message: String(message) } : {}),
    ...(account ? { recipientsType: 'FILTER' as const, accounts: [String(account)] } : {}),
  }
}
