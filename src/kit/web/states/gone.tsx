import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Refusal } from '../data/refusal.ts'
import { Failed } from './failed.tsx'
import { State } from './state.tsx'

/**
 * Instead of a thing that could not be read. Where the server knows nothing of it (404: it is gone, or not for this
 * person to see) that is said in grey with the ways on in `actions`; every other error is `Failed`.
 */
export function Gone(props: {
  error: unknown
  retry: () => void
  icon: Icon
  title: string
  children: ReactNode
  actions?: ReactNode
  page?: boolean
}) {
  const { error, retry, icon: Sign, title, children, actions, page = false } = props
  if (!(error instanceof Refusal) || error.status !== 404) return <Failed error={error} retry={retry} />
  return (
    <State
      page={page}
      colour="grey"
      icon={<Sign size={page ? 28 : 22} aria-hidden />}
      title={title}
      {...(actions ? { actions } : {})}
    >
      {children}
    </State>
  )
}
