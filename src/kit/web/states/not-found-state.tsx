import type { ReactNode } from 'react'
import type { Icon } from '#kit/web/icons/create-icon.ts'
import { ApiError } from '../data/api-error.ts'
import { ErrorState } from './failed.tsx'
import { EmptyState } from './state.tsx'

/**
 * Shown instead of a thing that could not be read. For a 404 (deleted, or invisible to this user) and a 400 (the id in
 * the URL is invalid), the text is grey with the next steps in `actions`; every other error is shown by `ErrorState`.
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
  const notFound = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (!notFound) return <ErrorState error={error} retry={retry} page={page} />
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
