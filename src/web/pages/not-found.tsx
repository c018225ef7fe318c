import { IconMapQuestion } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useText } from '#kit/web/text/kit-text.ts'

/** An address that does not exist, or that the user may not see: the page is the same for both. */
export function NotFound() {
  const t = useText()
  usePageLabel(t('notFound.label'), { nowhere: true })
  return (
    <EmptyState
      page
      colour="grey"
      icon={<IconMapQuestion size={28} aria-hidden />}
      title={t('notFound.title')}
      actions={
        <>
          <Button to="/">{t('notFound.home')}</Button>
          <Button variant="default" onClick={() => history.back()}>
            {t('back')}
          </Button>
        </>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  )
}
