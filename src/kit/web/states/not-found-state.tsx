import type { ReactNode } from 'react'
import type { Icon } from '#kit/web/icons/create-icon.ts'
import { EmptyState } from './state.tsx'

/**
 * Shown instead of a thing that does not exist (deleted, or invisible to this user): what happened, and the next steps
 * in `actions`. It is the `notFound` of a `QueryView`.
 */
export function NotFoundState(props: {
  icon: Icon
  title: string
  children: ReactNode
  actions?: ReactNode
  page?: boolean
}) {
  const { icon: Sign, title, children, actions, page = false } = props
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
