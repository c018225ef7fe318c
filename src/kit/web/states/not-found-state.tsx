import type { ReactNode } from 'react'
import type { Icon } from '#kit/web/icons/create-icon.ts'
import { ApiError } from '../data/api-error.ts'
import { ErrorState } from './failed.tsx'
import { EmptyState } from './state.tsx'

/**
 * Instead of a thing that could not be read. Where the server knows nothing of it (404: it is gone, or not for this
 * person to see) that is said in grey with the ways on in `actions`; every other error is `Failed`.
 */
export function NotFoundState(props: {
  error: unknown
  retry: () => void
  icon: Icon
  title: string
  children: ReactNode
  actions?: ReactNode
  page?: boolean
}) {
  const { error, retry, icon: Sign, title, children, actions, page = false } = props
  if (!(error instanceof ApiError) || error.status !== 404) return <ErrorState error={error} retry={retry} />
  return (
    <EmptyState
      page={page}
      colour="grey"
      icon={<Sign size={page ? 28 : 22} aria-hidden />}
      title={title}
      {...(actions ? { actions } : {})}
    >
      {children}
    </EmptyState>
  )
}
