import { useParams } from '@tanstack/react-router'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconTemplate } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { readTemplate } from '../contract.ts'
import { templatesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { TemplateEditor } from './template-editor.tsx'

/** A new template, or one that is stored. */
export function TemplatePage() {
  const t = useText()
  const label = useLabel()
  const { templateId = '' } = useParams({ strict: false }) as { templateId?: string }
  const isNew = templateId === 'new'
  const query = useQueryOf(readTemplate, { params: { id: templateId } }, { enabled: !isNew })
  usePageLabel(isNew ? t('edit.new') : query.data?.name, { back: templatesPath() })
  if (isNew) return <TemplateEditor key="new" stored={undefined} />
  return (
    <QueryView
      page
      query={query}
      loading={
        <Page>
          <PageHeader title={label('template')} />
          <LoadingRows rows={8} />
        </Page>
      }
      notFound={
        <NotFoundState
          page
          icon={IconTemplate}
          title={t('edit.gone')}
          actions={
            <Button variant="default" to={templatesPath()}>
              {t('edit.toList')}
            </Button>
          }
        >
          {t('edit.goneText')}
        </NotFoundState>
      }
    >
      {(stored) => <TemplateEditor key={`${stored.id} ${stored.version}`} stored={stored} />}
    </QueryView>
  )
}
