import { IconMapQuestion } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { useNotFoundText } from '../texts.ts'

/** An address that does not exist, or that the user may not see: the page is the same for both. */
export function NotFound() {
  const t = useNotFoundText()
  const kit = useKitText()
  usePageLabel(t('label'), { nowhere: true })
  return (
    <EmptyState
      page
      colour="grey"
      icon={<IconMapQuestion size={28} aria-hidden />}
      title={t('title')}
      actions={
        <>
          <Button to="/">{t('home')}</Button>
          <Button variant="default" onClick={() => history.back()}>
            {kit('back')}
          </Button>
        </>
      }
    >
      {t('text')}
    </EmptyState>
  )
}
