import { IconCloudOff, IconRefresh } from '#kit/web/icons/icons.generated.ts'
import { ApiError } from '../data/api-error.ts'
import { loadErrorText } from '../data/show-error.ts'
import { Button } from '../look/button.tsx'
import { useText } from '../text/kit-text.ts'
import { CopyButton } from './copy-button.tsx'
import { EmptyState } from './state.tsx'

/** An error with next steps: what happened, try again, and the request's id for support. */
export function ErrorState({
  error,
  retry,
  title,
  page,
}: {
  error: unknown
  retry?: () => void
  title?: string
  page?: boolean
}) {
  const t = useText()
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <EmptyState
      colour="red"
      icon={<IconCloudOff size={page ? 28 : 22} aria-hidden />}
      title={title ?? t('failed.title')}
      page={page ?? false}
      actions={
        retry && (
          <Button variant="light" leftSection={<IconRefresh size={15} aria-hidden />} onClick={retry}>
            {t('failed.retry')}
          </Button>
        )
      }
      foot={
        requestId && (
          <>
            {t('failed.request')} <code>{requestId.slice(0, 13)}</code>
            <CopyButton value={requestId} label={t('copy')} />
          </>
        )
      }
    >
      {loadErrorText(error)}
    </EmptyState>
  )
}
